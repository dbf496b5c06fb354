public import HubProtocol

/// The first place where a room, played from a session file, does not make what the file holds.
///
/// It does not say whose fault that is: a file may be edited, cut, or made by a hub that decided otherwise.
public struct Divergence: Hashable, Sendable, CustomStringConvertible {
    /// What of the op is not the same.
    public enum Part: String, Hashable, Sendable {
        /// The room made no op of it, or more than one.
        case count = "number of ops"
        case seq
        case time
        case author
        case payload
    }

    /// The seq of the op in the file.
    public let seq: Seq
    public let part: Part
    /// What the file holds, and what the room made, in words.
    public let file: String
    public let room: String

    public init(seq: Seq, part: Part, file: String, room: String) {
        self.seq = seq
        self.part = part
        self.file = file
        self.room = room
    }

    public var description: String {
        "op \(seq.number) differs in its \(part.rawValue): the file has \(file), the room \(room)"
    }
}

extension Divergence {
    /// Holds an op of the file, at `at` in milliseconds since 1970, against what the room made of it.
    /// - Returns: the first difference, or nil.
    static func between(
        _ seq: Seq, at: Int64, _ author: Author, _ payload: Payload, and made: LoggedOp
    ) -> Divergence? {
        if made.seq != seq {
            return Divergence(seq: seq, part: .seq, file: "\(seq.number)", room: "\(made.seq.number)")
        }
        if made.at != at {
            return Divergence(seq: seq, part: .time, file: "\(at) ms", room: "\(made.at) ms")
        }
        if made.author != author {
            return Divergence(seq: seq, part: .author, file: words(author), room: words(made.author))
        }
        guard made.payload != payload else { return nil }
        let byte = firstDifference(payload.bytes, made.payload.bytes)
        return Divergence(
            seq: seq, part: .payload, file: words(payload, around: byte),
            room: words(made.payload, around: byte))
    }

    private static func words(_ author: Author) -> String {
        "\(author.name) (\(author.id))"
    }

    /// The payload as text, as much of it around `byte` as fits a line of a terminal.
    static func words(_ payload: Payload, around byte: Int = 0) -> String {
        let start = max(0, byte - 20)
        let end = min(payload.bytes.count, start + 60)
        guard start < end else { return "nothing from byte \(byte) on" }
        let text = String(decoding: payload.bytes[start..<end], as: UTF8.self)
        return (start > 0 ? "..." : "") + text + (end < payload.bytes.count ? "..." : "")
    }

    private static func firstDifference(_ left: [UInt8], _ right: [UInt8]) -> Int {
        zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset ?? min(left.count, right.count)
    }
}
