/// An op as a client sent it: what the hub reads of it, and beside that the client's own bytes.
public struct Op: Hashable, Sendable {
    public let type: String
    /// The op's `name`; for a `remove`, the name of the tool that goes, wherever the client wrote it ([TY2]);
    /// for the definition of a schedule, the name that the log keeps it under ([SC2]).
    public let name: String?
    /// False for a transient op, which is delivered and never logged.
    public let persist: Bool
    /// What the client calls the op, so that a re-send is recognised ([ID4]) and an error names it ([ER1]).
    public let id: String?
    /// Set for the definition of a schedule.
    public let schedule: OpSchedule?
    public let payload: Payload

    public init(
        type: String, name: String? = nil, persist: Bool = true, id: String? = nil,
        schedule: OpSchedule? = nil, payload: Payload
    ) {
        self.type = type
        self.name = name
        self.persist = persist
        self.id = id
        self.schedule = schedule
        self.payload = payload
    }
}
