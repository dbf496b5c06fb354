import Bytes
import Timetables

/// What the hub makes of a definition when it is due ([SC4]).
public enum OpFiring {
    /// The definition's bytes with the dates of `ms` filled in, and the definition's seq behind all else.
    ///
    /// - Returns: nil when that would be no op of the definition's type any more, or one too large.
    public static func payload(of definition: Payload, seq: Seq, type: String, at ms: Int64) -> Payload? {
        var bytes = DatePlaceholders.fill(definition.bytes, at: ms)
        guard let end = bytes.lastIndex(of: UInt8(ascii: "}")) else { return nil }
        var mark: [UInt8] = []
        mark.append(member: "firedBy", seq.number)
        bytes.insert(contentsOf: mark, at: end)
        let payload = Payload(bytes: bytes)
        // A date may stand anywhere, also where it makes another member of one.
        guard bytes.count <= MessageLimits.message, let identity = OpIdentity(payload),
            identity.type.isExactly(type), identity.name == nil
        else { return nil }
        return payload
    }

    /// The seq of the definition that made this op; nil for one that is no firing.
    public static func definition(of payload: Payload) -> Seq? {
        let bytes = payload.bytes.span.bytes
        var members = MessageMembers()
        guard (try? JSONScanner.scan(bytes) { members.note($0, in: bytes) }) == .object,
            ScheduleRole(members) == .firing, let member = members.firedBy,
            let number = JSONText.integer(in: bytes, at: member.value), let count = UInt64(exactly: number)
        else { return nil }
        return Seq(count)
    }
}
