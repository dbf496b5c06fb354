import Bytes
public import Timetables

/// What the definition of a schedule says of when it fires ([SC1]).
///
/// It keeps no time and fires nothing; rooms do.
public struct OpSchedule: Hashable, Sendable {
    public let rule: CronExpression
    /// False for the definition that ends the schedule ([SC6]).
    public let isActive: Bool

    public init(rule: CronExpression, isActive: Bool = true) {
        self.rule = rule
        self.isActive = isActive
    }

    /// Nil when the op is no definition, or one that no hub of today would take.
    public init?(_ payload: Payload) {
        let bytes = payload.bytes.span.bytes
        var members = MessageMembers()
        guard (try? JSONScanner.scan(bytes) { members.note($0, in: bytes) }) == .object,
            ScheduleRole(members) == .definition, let schedule = members.schedule,
            let text = JSONText.string(in: bytes, at: schedule.value),
            let rule = try? CronExpression(text)
        else { return nil }
        self.rule = rule
        isActive = members.active.map { $0.kind != .bool || JSONText.bool(in: bytes, at: $0.value) } ?? true
    }
}

/// What an op is to schedules, and what the log calls it because of that: the one place that tells.
enum ScheduleRole {
    /// It has nothing to do with any.
    case none
    /// It says what is to be sent, and when.
    case definition
    /// It is what the hub made of a definition at its time.
    case firing

    /// No client can send a firing, so whatever looks like one in a log is one ([SC4]).
    init(_ members: MessageMembers) {
        guard members.schedule?.kind == .string else {
            self = .none
            return
        }
        self = members.firedBy?.kind == .number ? .firing : .definition
    }

    /// A definition is current beside the plain ops of its type and name, and a firing never is ([SC2]).
    func storedName(_ name: String?) -> String? {
        switch self {
        case .none: name
        case .definition: name.map { DefinitionName.stored($0) }
        case .firing: nil
        }
    }
}

/// The names under which the log keeps definitions: no other op can have one, since a client's name may not
/// begin like them ([SC2]).
public enum DefinitionName {
    /// What a definition's stored name begins with.
    public static let mark = "\u{1}"
    /// Byte by byte the first text behind all of them.
    public static let end = "\u{2}"

    /// So that a stored name, too, has at most ``MessageLimits/key`` bytes.
    static let longest = MessageLimits.key - 1

    static func stored(_ name: String) -> String { mark + name }
}

/// The names under which a log keeps ops that are not current by their own name.
enum StoredName {
    /// Whether a name is one that only the hub gives ([SC2], [DO4]).
    static func isReserved(_ name: String) -> Bool {
        name.utf8.first == DefinitionName.mark.utf8.first || name.utf8.first == DocumentName.mark.utf8.first
    }
}
