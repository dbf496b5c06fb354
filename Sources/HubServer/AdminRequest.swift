import Bytes
public import HubProtocol

/// What the admin socket is asked to do: one line of JSON ([AD2]).
public enum AdminRequest: Hashable, Sendable {
    /// Keep the newest ops, so many of them, and the state.
    case compactKeeping(RoomName, UInt64)
    /// Keep the ops from this seq on, and the state.
    case compactFrom(RoomName, Seq)
    case erase(RoomName, Seq, actor: String)
    /// Take a file out of the room ([AS5]).
    case eraseAsset(RoomName, AssetHash)
    case rename(RoomName, to: RoomName)
    case delete(RoomName)
    /// A session file follows the line, until the asker says that it has no more to send. `file` is what
    /// errors call it.
    case importSession(RoomName, file: String)

    /// What those in the room are told ([MT1]).
    var reason: Disconnect {
        switch self {
        case .compactKeeping, .compactFrom, .erase, .eraseAsset, .importSession: .roomChanged
        case .rename, .delete: .roomGone
        }
    }

    /// The rooms that nobody may be in meanwhile.
    var rooms: [RoomName] {
        switch self {
        case .compactKeeping(let room, _), .compactFrom(let room, _), .erase(let room, _, _): [room]
        case .delete(let room), .importSession(let room, _): [room]
        case .rename(let room, let new): [room, new]
        // It changes nothing of the log.
        case .eraseAsset: []
        }
    }
}

// MARK: - As JSON

extension AdminRequest {
    /// The line without its line feed.
    public var line: [UInt8] {
        switch self {
        case .compactKeeping(let room, let count):
            AdminRequest.line("compact", room, [("keep", .number(count))])
        case .compactFrom(let room, let seq):
            AdminRequest.line("compact", room, [("from", .number(seq.number))])
        case .erase(let room, let seq, let actor):
            AdminRequest.line("erase", room, [("seq", .number(seq.number)), ("actor", .text(actor))])
        case .eraseAsset(let room, let hash):
            AdminRequest.line("erase", room, [("asset", .text(hash.text))])
        case .rename(let room, let new): AdminRequest.line("rename", room, [("to", .text(new.text))])
        case .delete(let room): AdminRequest.line("delete", room, [])
        case .importSession(let room, let file): AdminRequest.line("import", room, [("file", .text(file))])
        }
    }

    /// Throws what is wrong with the line.
    public init(_ line: [UInt8]) throws(AdminError) {
        let fields = try AdminFields(line)
        let room = try fields.room("room")
        switch fields.text("do") {
        case "compact":
            if let count = fields.number("keep") {
                self = .compactKeeping(room, count)
            } else {
                self = .compactFrom(room, try fields.seq("from"))
            }
        case "erase" where fields.has("asset"):
            guard let hash = fields.text("asset").flatMap({ AssetHash($0) }) else {
                throw AdminError(.badRequest, "`asset` is no name of a file")
            }
            self = .eraseAsset(room, hash)
        case "erase":
            self = .erase(room, try fields.seq("seq"), actor: fields.text("actor") ?? "")
        case "rename": self = .rename(room, to: try fields.room("to"))
        case "delete": self = .delete(room)
        case "import": self = .importSession(room, file: fields.text("file") ?? "the file")
        default: throw AdminError(.badRequest, "the request has no `do` that this hub knows")
        }
    }

    private static func line(
        _ action: String, _ room: RoomName, _ more: [(key: String, value: AdminFields.Value)]
    ) -> [UInt8] {
        AdminFields.line([("do", .text(action)), ("room", .text(room.text))] + more)
    }
}

/// Why something was not done.
public struct AdminError: Error, Hashable, Sendable {
    /// For scripts; by it a command chooses how it ends.
    public enum Code: String, Sendable, CaseIterable {
        case badRequest = "bad_request"
        /// There is no such room or op, or one that must not be is there.
        case refused
        /// A file is not what it should be.
        case badFile = "bad_file"
        /// Reading or writing failed.
        case storage
        /// The hub is stopping, or does not come to it.
        case busy
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// What was done, in numbers; nil where a number has no meaning.
public struct AdminResult: Hashable, Sendable {
    /// Ops that were imported, or that are gone.
    public var ops: UInt64?
    /// Bytes of payloads that are gone.
    public var bytes: UInt64?
    /// The seq up to which only the state is left.
    public var seq: UInt64?
    /// What the asker should know though it was done.
    public var warning: String?

    public init(ops: UInt64? = nil, bytes: UInt64? = nil, seq: UInt64? = nil, warning: String? = nil) {
        self.ops = ops
        self.bytes = bytes
        self.seq = seq
        self.warning = warning
    }
}

/// The answer to a request: one line of JSON ([AD3]).
public enum AdminReply: Hashable, Sendable {
    case done(AdminResult)
    case failed(AdminError)

    /// The line without its line feed.
    public var line: [UInt8] {
        switch self {
        case .done(let result):
            var fields: [(key: String, value: AdminFields.Value)] = [("ok", .bool(true))]
            for (key, number) in [("ops", result.ops), ("bytes", result.bytes), ("seq", result.seq)] {
                if let number { fields.append((key, .number(number))) }
            }
            if let warning = result.warning { fields.append(("warning", .text(warning))) }
            return AdminFields.line(fields)
        case .failed(let error):
            return AdminFields.line([
                ("error", .text(error.code.rawValue)), ("message", .text(error.message)),
            ])
        }
    }

    public init(_ line: [UInt8]) throws(AdminError) {
        let fields = try AdminFields(line)
        if let code = fields.text("error").flatMap(AdminError.Code.init(rawValue:)) {
            self = .failed(AdminError(code, fields.text("message") ?? "no reason given"))
            return
        }
        guard fields.has("ok") else { throw AdminError(.badRequest, "the hub's answer can't be understood") }
        self = .done(
            AdminResult(
                ops: fields.number("ops"), bytes: fields.number("bytes"), seq: fields.number("seq"),
                warning: fields.text("warning")))
    }
}
