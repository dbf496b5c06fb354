import Bytes

/// What a log notes of an op beside its bytes, read from the bytes once more: whoever imports or verifies a
/// log compares.
///
/// It does not judge whether a hub would take the op; a log may be older than today's rules.
public struct OpIdentity: Hashable, Sendable {
    public let type: String
    /// The op's `name`; for a `remove`, the tool that goes, wherever it stands ([TY2]); what schedules make
    /// of it ([SC2]).
    public let name: String?
    /// What the client called the op ([ID4]).
    public let id: String?

    public init(type: String, name: String?, id: String?) {
        self.type = type
        self.name = name
        self.id = id
    }

    /// Nil when the bytes are not one JSON object with a string `type`.
    public init?(_ payload: Payload) {
        let bytes = payload.bytes.span.bytes
        var members = MessageMembers()
        guard (try? JSONScanner.scan(bytes) { members.note($0, in: bytes) }) == .object,
            let type = OpIdentity.text(members.type, in: bytes)
        else { return nil }
        self.type = type
        let role = ScheduleRole(members)
        // What the client called its definition is not the name of every firing.
        id = role == .firing ? nil : OpIdentity.text(members.id, in: bytes)
        let name = OpIdentity.text(members.name, in: bytes)
        if type == "remove", name?.isEmpty ?? true {
            self.name = OpIdentity.text(MessageMembers.find("text", in: bytes), in: bytes)
        } else if type == DocumentOp.type, let document = DocumentOp(payload) {
            self.name = document.name.stored
        } else {
            self.name = role.storedName(name)
        }
    }

    public static func == (left: OpIdentity, right: OpIdentity) -> Bool {
        left.type.isExactly(right.type) && same(left.name, right.name) && same(left.id, right.id)
    }

    public func hash(into hasher: inout Hasher) {
        type.hashExactly(into: &hasher)
        name?.hashExactly(into: &hasher)
        id?.hashExactly(into: &hasher)
    }

    private static func same(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.isExactly(right)
    }

    private static func text(_ member: JSONMember?, in bytes: RawSpan) -> String? {
        guard let member, member.kind == .string else { return nil }
        return JSONText.string(in: bytes, at: member.value)
    }
}
