import HubProtocol

/// What a room has fetched from elsewhere, and copied from other rooms.
extension Room {
    /// A `request` of a member's ([RQ1]).
    mutating func fetch(
        _ request: OutsideRequest, opID: String?, for id: MemberID, _ member: Member, at now: Int64
    ) -> [Effect] {
        guard limits.requestsAtOnce > 0 else { return [.send(.error(Room.noRequests(opID)), to: id)] }
        if let known = youngAnswer(to: request, at: now) { return showAgain(known, opID: opID, to: id) }
        if let reason = errands.whyTooMany(limits, at: now) {
            return [.send(.error(ProtocolError(.tooMany, reason, id: opID)), to: id)]
        }
        return begin(request, by: member.author, asker: id, definition: nil, at: now)
    }

    /// The answer that the room has to this very request, where that is young enough ([RQ7]).
    private func youngAnswer(to request: OutsideRequest, at now: Int64) -> LoggedOp? {
        guard let seconds = request.maxAgeS, let name = request.responseName,
            let known = current(NamedKey(type: request.responseType, name: name))
        else { return nil }
        // At most a year, and so far from any bound.
        let isYoung = now.subtractingReportingOverflow(known.at).partialValue < Int64(seconds) * 1_000
        return isYoung && request.isAnswered(by: known.payload) ? known : nil
    }

    /// As in a replay that brings this op alone.
    private mutating func showAgain(_ op: LoggedOp, opID: String?, to id: MemberID) -> [Effect] {
        let before = Seq(op.seq.number - 1) ?? .none
        let query = ReplayQuery(types: [op.type], since: .seq(before), limit: 1, history: true)
        return ask(.replay(query, upTo: op.seq, id: opID), for: id)
    }

    /// A scheduled one; it is passed over while its last is under way, or when the room has made too many.
    mutating func fetch(_ request: OutsideRequest, firing definition: LoggedOp, at now: Int64) -> [Effect] {
        guard !errands.isUnderway(definition.seq), errands.whyTooMany(limits, at: now) == nil else {
            return []
        }
        return begin(request, by: definition.author, asker: nil, definition: definition.seq, at: now)
    }

    private mutating func begin(
        _ request: OutsideRequest, by author: Author, asker: MemberID?, definition: Seq?, at now: Int64
    ) -> [Effect] {
        errands.begin(definition, at: now)
        return [
            .fetch(Errand(room: name, request: request, author: author, asker: asker, definition: definition))
        ]
    }

    /// Logs what came of an errand ([RQ2]).
    mutating func fetched(_ response: OutsideResponse, _ errand: Errand, at now: Int64) -> [Effect] {
        errands.end(errand.definition)
        let request = errand.request
        let payload = response.payload(for: request, scheduledBy: errand.definition)
        let op = Op(type: request.responseType, name: request.responseName, payload: payload)
        if let error = whyFull(op) {
            guard let asker = errand.asker, isMember(asker) else {
                return [.note("room \(name.text) has no place for the answer of a request: \(error.message)")]
            }
            return [.send(.error(error), to: asker)]
        }
        return log(op, by: errand.author, at: now)
    }

    static func noRequests(_ id: String?) -> ProtocolError {
        ProtocolError(.unsupported, "this hub makes no requests", id: id)
    }

    /// Logs the tool that was read from another room ([IM1]), or tells the asker that there is none.
    mutating func copied(
        _ tool: LoggedOp?, _ address: ToolAddress, opID: String?, for id: MemberID, _ member: Member,
        at now: Int64
    ) -> [Effect] {
        guard let tool else {
            let message = "there is no tool `\(address.tool)` in a room `\(address.room.text)`"
            return [.send(.error(ProtocolError(.notFound, message, id: opID)), to: id)]
        }
        guard let payload = HubOps.imported(tool.payload, from: address, seq: tool.seq, id: opID) else {
            let message = "the tool `\(address.tool)` would be too large with its origin beside it"
            return [.send(.error(ProtocolError(.badOp, message, id: opID)), to: id)]
        }
        let op = Op(type: "upgrade", name: address.tool, id: opID, payload: payload)
        return take(op, from: id, member, at: now)
    }
}
