import HubProtocol

/// What has happened in a room that is to be joined: comments, and versions of tools among them.
///
/// However long it is, the room's state at its end is the same; putting it into a log is not its matter.
struct RoomHistory {
    let ops: Int
    /// Each has at least one version.
    let tools: Int
    /// The bytes of a comment; a version of a tool has five times as many.
    let size: Int

    /// Nil unless every tool has its version among the ops.
    init?(ops: Int, tools: Int, size: Int) {
        guard ops >= tools else { return nil }
        self.ops = ops
        self.tools = tools
        self.size = size
    }

    /// A fifth are versions of tools, and fewer comments where the tools need it.
    private var stride: Int { tools == 0 ? ops + 1 : max(1, min(5, ops / tools)) }

    /// Each with an id of the form that pages give theirs.
    subscript(number: Int) -> LogFeed.Op {
        let id = "\(LogFeed.client)-0123456789ab.\(number)"
        guard number % stride == stride - 1 else {
            return LogFeed.Op(
                type: "comment", id: id, payload: Payload(bytes: RoomHistory.comment(size: size)))
        }
        // Counted from the end, so that what is current then does not depend on how much was before.
        let version = (ops / stride) - 1 - number / stride
        let name = "tool\(version % tools)"
        let head = #"{"type":"upgrade","name":"\#(name)","version":\#(version / tools),"script":""#
        return LogFeed.Op(
            type: "upgrade", name: name, id: id,
            payload: Payload(bytes: RoomHistory.filled(head, size: 5 * size)))
    }

    static func comment(size: Int) -> [UInt8] {
        filled(#"{"type":"comment","body":""#, size: size)
    }

    private static func filled(_ head: String, size: Int) -> [UInt8] {
        Array(head.utf8) + FrameStream.payload(count: max(1, size - head.utf8.count - 2), isText: true)
            + Array(#""}"#.utf8)
    }
}
