/// Who did something, as the hub vouches for it: the `from` of an envelope ([ID3]).
public struct Author: Hashable, Sendable {
    /// The participant's id, the same for every connection that presents the same token.
    public let id: String
    /// What the participant called itself at the time.
    public let name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
