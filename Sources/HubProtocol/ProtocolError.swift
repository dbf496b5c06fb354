/// Why the hub did not take a message; the connection stays open ([ER1]).
public struct ProtocolError: Error, Hashable, Sendable {
    /// What went wrong, in a word that programs can act on. The raw value is what is sent.
    public enum Code: String, Sendable, CaseIterable {
        case badJSON = "bad_json"
        case badOp = "bad_op"
        case badControl = "bad_control"
        case noHello = "no_hello"
        case secondHello = "second_hello"
        case reserved
        case unsupported
        case roomFull = "room_full"
        case tooMany = "too_many"
        case notFound = "not_found"
        case badUpdate = "bad_update"
    }

    public let code: Code
    /// What went wrong, in a sentence for people.
    public let message: String
    /// The refused op's own id, where it had a usable one.
    public let id: String?
    /// The document that it is about ([DO5]).
    public let document: DocumentName?

    public init(_ code: Code, _ message: String, id: String? = nil, document: DocumentName? = nil) {
        self.code = code
        self.message = message
        self.id = id
        self.document = document
    }
}
