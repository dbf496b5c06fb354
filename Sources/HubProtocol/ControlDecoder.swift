import Bytes

/// Reads the messages that are about the connection itself: those with the key `hub`.
enum ControlDecoder {
    private static let reader = MemberReader(code: .badControl, id: nil)

    static func decode(_ bytes: RawSpan, hub: JSONMember) throws(ProtocolError) -> ClientMessage {
        guard hub.kind == .string, let word = JSONText.string(in: bytes, at: hub.value) else {
            throw reader.fail("`hub` must be a string")
        }
        switch word {
        case "hello": return .hello(try hello(bytes))
        case "announce":
            let member = MessageMembers.find("present", in: bytes)
            guard let present = try reader.bool("present", member, in: bytes) else {
                throw reader.fail("`announce` needs `present`")
            }
            return .announce(present: present)
        default: throw reader.fail("unknown control frame; a client may send hello or announce")
        }
    }

    private static func hello(_ bytes: RawSpan) throws(ProtocolError) -> Hello {
        guard let name = try string("name", 1...MessageLimits.participant, bytes) else {
            throw reader.fail("`hello` needs a `name`")
        }
        guard Hello.isName(name) else {
            throw reader.fail("`name` must have no control characters")
        }
        return Hello(
            name: name,
            client: try string("client", 1...MessageLimits.id, bytes),
            token: try string("token", 0...MessageLimits.token, bytes),
            resume: try resume(bytes),
            quiet: try reader.bool("quiet", MessageMembers.find("quiet", in: bytes), in: bytes) ?? false)
    }

    private static func resume(_ bytes: RawSpan) throws(ProtocolError) -> Resume? {
        let member = MessageMembers.find("after", in: bytes)
        guard let number = try reader.count("after", member, in: bytes) else { return nil }
        guard let after = Seq(number) else { throw reader.fail("`after` is no seq") }
        return Resume(after: after, epoch: try string("epoch", 0...MessageLimits.id, bytes))
    }

    private static func string(
        _ key: StaticString, _ length: ClosedRange<Int>, _ bytes: RawSpan
    ) throws(ProtocolError) -> String? {
        try reader.string(key.description, MessageMembers.find(key, in: bytes), in: bytes, length: length)
    }
}
