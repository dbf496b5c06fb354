import Bytes

/// A tool of some room: what `import` names ([IM1]).
public struct ToolAddress: Hashable, Sendable {
    public let room: RoomName
    public let tool: String

    public init(room: RoomName, tool: String) {
        self.room = room
        self.tool = tool
    }

    /// `ROOM::TOOL` in `name`, or else in `text`; the first `::` parts them.
    init(_ bytes: RawSpan, name: String?, _ reader: MemberReader) throws(ProtocolError) {
        let length = 1...(RoomName.longest + 2 + MessageLimits.key)
        let text = MessageMembers.find("text", in: bytes)
        let said = name?.isEmpty ?? true ? try reader.string("text", text, in: bytes, length: length) : name
        guard let said else { throw reader.fail("`import` needs `ROOM::TOOL` as its `name` or `text`") }
        let bytes = Array(said.utf8)
        let colon = UInt8(ascii: ":")
        guard let at = bytes.indices.dropLast().first(where: { bytes[$0] == colon && bytes[$0 + 1] == colon })
        else { throw reader.fail("`\(said)` is not `ROOM::TOOL`") }
        let tool = String(decoding: bytes[(at + 2)...], as: UTF8.self)
        guard let room = RoomName(String(decoding: bytes[..<at], as: UTF8.self)) else {
            throw reader.fail("`\(said)` does not begin with the name of a room")
        }
        guard (1...MessageLimits.key).contains(tool.utf8.count), !StoredName.isReserved(tool) else {
            throw reader.fail("`\(said)` does not end with the name of a tool")
        }
        self.room = room
        self.tool = tool
    }

    public static func == (left: ToolAddress, right: ToolAddress) -> Bool {
        left.room == right.room && left.tool.isExactly(right.tool)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(room)
        tool.hashExactly(into: &hasher)
    }
}
