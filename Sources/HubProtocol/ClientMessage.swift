/// All that a client can say, well-formed. ``MessageCodec`` makes it out of bytes, or says why it can't.
public enum ClientMessage: Hashable, Sendable {
    case hello(Hello)
    /// A quiet member tells that it is, or is no longer, to be counted as present ([PR2]).
    case announce(present: Bool)
    case op(Op)
    /// A `replay` op: a question, never logged; `id` is the asker's.
    case replay(ReplayQuery, id: String?)
    /// A `rollcall` op: a question, never logged.
    case rollcall
    /// A `request` op, never logged; what comes of it is ([RQ1]).
    case request(OutsideRequest, id: String?)
    /// An `import` op, never logged; the tool that it brings is ([IM1]).
    case importTool(ToolAddress, id: String?)
    /// A binary message, about a document ([DO1]).
    case document(DocumentMessage)
}

/// The first message of a connection ([HI1]).
public struct Hello: Hashable, Sendable {
    public let name: String
    /// The name of the client's outbox.
    public let client: String?
    public let token: String?
    /// Where a resuming client stands; whether it means anything is the room's to say ([HI4]).
    public let resume: Resume?
    public let quiet: Bool

    public init(
        name: String, client: String? = nil, token: String? = nil, resume: Resume? = nil, quiet: Bool = false
    ) {
        self.name = name
        self.client = client
        self.token = token
        self.resume = resume
        self.quiet = quiet
    }

    /// Whether a participant can be called so.
    public static func isName(_ text: String) -> Bool {
        (1...MessageLimits.participant).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

/// The newest seq that a client has, and of which log; they mean something only together.
public struct Resume: Hashable, Sendable {
    public let after: Seq
    public let epoch: String?

    public init(after: Seq, epoch: String?) {
        self.after = after
        self.epoch = epoch
    }
}
