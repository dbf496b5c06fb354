import HubProtocol

/// What a room does with definitions of schedules: it takes them, and fires them when they are due.
extension Room {
    /// When the room has something to do by itself, in milliseconds since 1970.
    var nextDue: Int64? {
        let fires = firesByItself ? schedule.nextDue : nil
        return [fires, documents.nextCheck].compactMap(\.self).min()
    }

    /// Why the room can't take the definition; nil when it can, or `op` is none.
    func whyUnscheduled(_ op: Op) -> ProtocolError? {
        guard let rule = op.schedule, rule.isActive else { return nil }
        if op.type == "request", limits.requestsAtOnce == 0 { return Room.noRequests(op.id) }
        let key = NamedKey(type: op.type, name: op.name ?? "")
        if !schedule.contains(key), schedule.count >= limits.schedules {
            let message = "the room has \(limits.schedules) schedules"
            return ProtocolError(.roomFull, message, id: op.id)
        }
        // The largest seq there is, so that one that is taken fits later too, but for its dates.
        guard OpFiring.payload(of: op.payload, seq: .max, type: op.type, at: lastAt) != nil else {
            let message = "with its dates filled in it would be too large, or another op"
            return ProtocolError(.badOp, message, id: op.id)
        }
        return nil
    }

    /// Takes the definition that was just appended, and fires it once ([SC3]).
    mutating func set(_ definition: LoggedOp, _ rule: OpSchedule, at now: Int64) -> [Effect] {
        schedule.set(definition, rule, at: now)
        return rule.isActive && firesByItself ? fire(definition, at: now) : []
    }

    /// Fires what is due.
    mutating func fire(at now: Int64) -> [Effect] {
        let expired = expireStates(at: now)
        guard firesByItself else { return expired }
        return expired + schedule.takeDue(at: now, durable: durable).flatMap { fire($0, at: now) }
    }

    /// Fires the active definition with this seq, due or not.
    mutating func fire(definition seq: Seq, at now: Int64) -> [Effect] {
        schedule.definition(seq).map { fire($0, at: now) } ?? []
    }

    private mutating func fire(_ definition: LoggedOp, at now: Int64) -> [Effect] {
        let at = max(lastAt, now)
        guard
            let payload = OpFiring.payload(
                of: definition.payload, seq: definition.seq, type: definition.type, at: at)
        else {
            let what = "the schedule of op \(definition.seq.number) in room \(name.text) did not fire:"
            return [.note("\(what) with its dates filled in it is too large")]
        }
        if definition.type == "request" {
            guard let request = OutsideRequest(firing: payload) else {
                let what = "the schedule of op \(definition.seq.number) in room \(name.text)"
                return [.note("\(what) makes no request any more")]
            }
            return fetch(request, firing: definition, at: now)
        }
        let effects = log(payload, type: definition.type, by: definition.author, from: nil, at: at)
        schedule.note(head, of: definition)
        return effects
    }
}
