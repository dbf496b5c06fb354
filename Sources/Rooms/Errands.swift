public import HubProtocol

/// Something that a room has the hub fetch from elsewhere.
public struct Errand: Hashable, Sendable {
    public let room: RoomName
    public let request: OutsideRequest
    /// Who is to have said what comes of it.
    let author: Author
    /// Who is told when nothing comes of it; nil when a schedule asked.
    let asker: MemberID?
    /// The seq of the schedule that asked.
    let definition: Seq?
}

/// How much a room has fetched of late, and what is under way.
///
/// It fetches nothing.
struct Errands {
    private(set) var underway = 0
    /// The schedules of which a request is under way.
    private var definitions: Set<Seq> = []
    /// When those of the last minute began, oldest first.
    private var starts: [Int64] = []

    private static let minuteMs: Int64 = 60_000

    func isUnderway(_ definition: Seq) -> Bool {
        definitions.contains(definition)
    }

    /// Why there can't be another one; nil when there can.
    mutating func whyTooMany(_ limits: RoomLimits, at now: Int64) -> String? {
        // A clock that was set back must not stop a room for as long.
        starts.removeAll { $0 <= now - Errands.minuteMs || $0 > now }
        if underway >= limits.requestsAtOnce {
            return "\(limits.requestsAtOnce) requests of the room are under way"
        }
        if starts.count >= limits.requestsAMinute {
            return "the room has made \(limits.requestsAMinute) requests within a minute"
        }
        return nil
    }

    mutating func begin(_ definition: Seq?, at now: Int64) {
        underway += 1
        starts.append(now)
        if let definition { definitions.insert(definition) }
    }

    /// One is done; perhaps one of before the room was opened anew.
    mutating func end(_ definition: Seq?) {
        underway = max(0, underway - 1)
        if let definition { definitions.remove(definition) }
    }
}
