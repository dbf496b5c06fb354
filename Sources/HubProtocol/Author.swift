/// Who did something, as the hub vouches for it: the `from` of an envelope ([ID3]).
///
/// A member, its presence and each of its ops have the same one, so its texts are kept once and it is a word.
public struct Author: Hashable, Sendable {
    private final class Texts: Sendable {
        let id: String
        let name: String

        init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    private let texts: Texts

    /// The participant's id, the same for every connection that presents the same token.
    public var id: String { texts.id }
    /// What the participant called itself at the time.
    public var name: String { texts.name }

    public init(id: String, name: String) {
        texts = Texts(id: id, name: name)
    }

    public static func == (left: Author, right: Author) -> Bool {
        left.texts === right.texts || (left.id == right.id && left.name == right.name)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(name)
    }
}
