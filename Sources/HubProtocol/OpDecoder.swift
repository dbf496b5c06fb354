import Bytes
import Timetables

/// Reads ops, and the questions that look like ops: `replay` and `rollcall`.
enum OpDecoder {
    static func decode(_ bytes: RawSpan, _ members: MessageMembers) throws(ProtocolError) -> ClientMessage {
        let id = try MemberReader(code: .badOp, id: nil)
            .string("id", members.id, in: bytes, length: 1...MessageLimits.id)
        let reader = MemberReader(code: .badOp, id: id)
        let typeMember = members.type
        guard let type = try reader.string("type", typeMember, in: bytes, length: 1...MessageLimits.key)
        else {
            throw reader.fail("an op needs a `type`")
        }
        let name = try reader.string("name", members.name, in: bytes, length: 0...MessageLimits.key)
        let persist = try reader.bool("persist", members.persist, in: bytes) ?? true
        if let name { try checkUnmarked("name", name, reader) }
        guard members.firedBy == nil else {
            throw ProtocolError(.reserved, "`firedBy` is the hub's own to say", id: id)
        }
        let schedule = try schedule(bytes, members, type: type, name: name, persist: persist, reader)
        var named = name
        switch type {
        case "replay": return .replay(try query(bytes, reader), id: id)
        case "rollcall": return .rollcall
        case "joined", "disconnected", "erased", DocumentOp.type:
            throw ProtocolError(.reserved, "`\(type)` is the hub's own to send", id: id)
        case "import": return .importTool(try ToolAddress(bytes, name: name, reader), id: id)
        case "request":
            let request = try OutsideRequest(bytes, reader)
            if schedule == nil { return .request(request, id: id) }
        case "upgrade":
            try checkUpgrade(bytes, name: name, persist: persist, reader)
        case "remove":
            named = try removedTool(bytes, name: name, persist: persist, reader)
        default: break
        }
        let payload = Payload(bytes: bytes.withUnsafeBytes { [UInt8]($0) })
        if schedule != nil { named = ScheduleRole.definition.storedName(name) }
        return .op(
            Op(type: type, name: named, persist: persist, id: id, schedule: schedule, payload: payload))
    }

    /// What changes the state of a room, or asks a question, makes no sense as a firing: that is never
    /// current and answers nobody.
    private static let unscheduled: Set<String> = ["upgrade", "remove", "import", "replay", "rollcall"]

    /// [SC1]
    private static func schedule(
        _ bytes: RawSpan, _ members: MessageMembers, type: String, name: String?, persist: Bool,
        _ reader: MemberReader
    ) throws(ProtocolError) -> OpSchedule? {
        guard let text = try reader.string("schedule", members.schedule, in: bytes, length: 0...512) else {
            return nil
        }
        guard let name, (1...DefinitionName.longest).contains(name.utf8.count) else {
            throw reader.fail("a scheduled op needs a `name` of 1 to \(DefinitionName.longest) bytes")
        }
        guard persist else { throw reader.fail("a scheduled op can't be transient") }
        guard !unscheduled.contains(type) else { throw reader.fail("`\(type)` can't be scheduled") }
        let isActive = try reader.bool("active", members.active, in: bytes) ?? true
        do {
            return OpSchedule(rule: try CronExpression(text), isActive: isActive)
        } catch {
            throw reader.fail("`schedule`: \(error.description)")
        }
    }

    /// [TY1]: without a name there is nothing to replace later, and a tool that newcomers don't get is no
    /// tool.
    private static func checkUpgrade(
        _ bytes: RawSpan, name: String?, persist: Bool, _ reader: MemberReader
    ) throws(ProtocolError) {
        guard let name, !name.isEmpty else { throw reader.fail("`upgrade` needs the tool's `name`") }
        guard persist else { throw reader.fail("`upgrade` can't be transient") }
        for key: StaticString in ["markup", "style", "script"] {
            if let member = MessageMembers.find(key, in: bytes), member.kind != .string {
                throw reader.fail("`\(key)` must be a string")
            }
        }
    }

    /// [TY2]: `:remove clock`, as a line typed, comes with `text`.
    private static func removedTool(
        _ bytes: RawSpan, name: String?, persist: Bool, _ reader: MemberReader
    ) throws(ProtocolError) -> String {
        guard persist else { throw reader.fail("`remove` can't be transient") }
        if let name, !name.isEmpty { return name }
        let text = MessageMembers.find("text", in: bytes)
        guard let tool = try reader.string("text", text, in: bytes, length: 1...MessageLimits.key) else {
            throw reader.fail("`remove` needs the tool's `name`")
        }
        try checkUnmarked("text", tool, reader)
        return tool
    }

    /// Names that begin so are the log's own ([SC2], [DO4]).
    private static func checkUnmarked(_ key: String, _ name: String, _ reader: MemberReader)
        throws(ProtocolError)
    {
        guard !StoredName.isReserved(name) else {
            throw reader.fail("`\(key)` may not begin with U+0001 or U+0002")
        }
    }

    /// From here on a number says milliseconds, not a seq ([RP2]): as a time, it is in March 1973.
    private static let firstTime: UInt64 = 100_000_000_000

    private static func query(_ bytes: RawSpan, _ reader: MemberReader) throws(ProtocolError) -> ReplayQuery {
        let since = try reader.count("since", MessageMembers.find("since", in: bytes), in: bytes) ?? 0
        let limit = try reader.count("limit", MessageMembers.find("limit", in: bytes), in: bytes)
        let history = try reader.bool("history", MessageMembers.find("history", in: bytes), in: bytes)
        return ReplayQuery(
            types: try types(bytes, MessageMembers.find("oftype", in: bytes), reader),
            since: since < firstTime ? .seq(Seq(since) ?? .max) : .time(Int64(clamping: since)),
            limit: limit.map { Int(clamping: $0) } ?? ReplayQuery.defaultLimit,
            history: history ?? false)
    }

    /// A type, or a list of types.
    private static func types(
        _ bytes: RawSpan, _ member: JSONMember?, _ reader: MemberReader
    ) throws(ProtocolError) -> [String]? {
        guard let member else { return nil }
        let length = 0...MessageLimits.key
        guard member.kind == .array else {
            return try reader.string("oftype", member, in: bytes, length: length).map { [$0] }
        }
        var elements: [JSONMember] = []
        let list = bytes.extracting(member.value)
        _ = try? JSONScanner.scan(list) { elements.append($0) }
        guard (1...MessageLimits.replayTypes).contains(elements.count) else {
            throw reader.fail("`oftype` may list 1 to \(MessageLimits.replayTypes) types")
        }
        var types: [String] = []
        for element in elements {
            types.append(try reader.string("oftype", element, in: list, length: length) ?? "")
        }
        return types
    }
}
