import Bytes

/// The payloads that the hub writes itself.
public enum HubOps {
    /// A participant's first connection came ([PR1]).
    public static func joined(participants: Int) -> Payload {
        presence("joined", participants)
    }

    /// A participant's last connection went ([PR1]).
    public static func disconnected(participants: Int) -> Payload {
        presence("disconnected", participants)
    }

    /// The answer to a `rollcall` ([TY5]).
    public static func rollcall(_ participants: [Participant]) -> Payload {
        var out: [UInt8] = []
        out.append(literal: "{\"type\":\"rollcall\",\"participants\":")
        out.append(participants: participants)
        out.append(literal: "}")
        return Payload(bytes: out)
    }

    /// The tool of another room, as it is logged here ([IM1]); nil when it would be too large.
    ///
    /// - Parameter id: that of the op that asked for it.
    public static func imported(
        _ tool: Payload, from address: ToolAddress, seq: Seq, id: String?
    ) -> Payload? {
        var out: [UInt8] = []
        out.append(literal: "{\"type\":\"upgrade\"")
        out.append(member: "name", address.tool)
        let bytes = tool.bytes.span.bytes
        for key: StaticString in ["markup", "style", "script"] {
            guard let member = MessageMembers.find(key, in: bytes), member.kind == .string else { continue }
            out.append(literal: ",\"")
            out.append(literal: key)
            out.append(literal: "\":")
            // As its author wrote it.
            out.append(contentsOf: tool.bytes[member.value])
        }
        if let id { out.append(member: "id", id) }
        out.append(literal: ",\"importedFrom\":{\"room\":")
        out.appendJSON(address.room.text)
        out.append(member: "seq", seq.number)
        out.append(literal: "}}")
        return out.count <= MessageLimits.message ? Payload(bytes: out) : nil
    }

    /// What stands in the place of an erased op ([TY8]).
    public static let erased = Payload(bytes: Array(#"{"type":"erased"}"#.utf8))

    private static func presence(_ type: StaticString, _ participants: Int) -> Payload {
        var out: [UInt8] = []
        out.append(literal: "{\"type\":\"")
        out.append(literal: type)
        out.append(literal: "\",\"participants\":")
        out.appendJSON(participants)
        out.append(literal: "}")
        return Payload(bytes: out)
    }
}
