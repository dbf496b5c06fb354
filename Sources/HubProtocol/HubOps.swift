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
