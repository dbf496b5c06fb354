import HubProtocol
import YCRDT
import YSync

/// What a room does with documents: it applies what their peers send, logs it, and shows it when it is
/// durable.
extension Room {
    /// How long a state that nobody renews may outlive its time, in milliseconds ([DO8]).
    private static let checkMs: Int64 = 10_000

    /// A connection that is there for one document alone ([DO6]).
    mutating func enter(_ name: DocumentName, _ id: MemberID, at now: Int64) -> [Effect] {
        documents.enterSingle(id, name)
        return open(name, Documents.Waiting(member: id, body: []), at: now)
    }

    mutating func receive(_ message: DocumentMessage, from id: MemberID, at now: Int64) -> [Effect] {
        let name = message.name
        if documents[name]?.isPeer(id) == true {
            if message.body.isEmpty, !documents.isSingle(id) { return close(name, id, at: now) }
            return hear(message.body, name, from: id, at: now)
        }
        guard message.body.starts(with: SyncMessage.stepOne) else {
            return refuse(name, id, "the document is not open; a sync step 1 opens it")
        }
        guard documents.opened(by: id).count < limits.documents else {
            return refuse(name, id, "a member may have \(limits.documents) documents open")
        }
        return open(name, Documents.Waiting(member: id, body: message.body), at: now)
    }

    private mutating func open(
        _ name: DocumentName, _ waiting: Documents.Waiting, at now: Int64
    ) -> [Effect] {
        let id = waiting.member
        documents.note(id, opens: name)
        switch documents.places[name] {
        case .open(let document): return admit(waiting, to: document, name, at: now)
        case .loading(let others):
            documents.set(name, .loading(waiting: others + [waiting]))
            return setLoading(id, true)
        case nil:
            documents.set(name, .loading(waiting: [waiting]))
            return setLoading(id, true) + [.load(name, opening: opening, room: self.name)]
        }
    }

    /// What the log has of a document, all of its updates merged; nil where it has none.
    mutating func loaded(_ name: DocumentName, _ state: [UInt8]?, at now: Int64) -> [Effect] {
        guard case .loading(let waiting) = documents.places[name] else { return [] }
        do throws(UpdateError) {
            let document = try OpenDocument(state, limits: limits.document)
            documents.set(name, .open(document))
            return waiting.flatMap { admit($0, to: document, name, at: now) + setLoading($0.member, false) }
                + forget(name)
        } catch {
            documents.set(name, nil)
            let what = "the document \(name.text) of room \(self.name.text) can't be opened: \(error)"
            return [.note(what)]
                + waiting.flatMap { one in
                    documents.note(one.member, closes: name)
                    return refuse(name, one.member, "\(error)") + setLoading(one.member, false)
                }
        }
    }

    private mutating func admit(
        _ waiting: Documents.Waiting, to document: OpenDocument, _ name: DocumentName, at now: Int64
    ) -> [Effect] {
        let id = waiting.member
        // It may have gone while the document was read.
        guard isMember(id) else { return [] }
        let greeting = document.open(for: id)
        let answered = waiting.body.isEmpty ? [] : hear(waiting.body, name, from: id, at: now)
        return answered + greeting.flatMap { say($0, of: name, document, to: id, at: now) }
    }

    private mutating func hear(
        _ body: [UInt8], _ name: DocumentName, from id: MemberID, at now: Int64
    ) -> [Effect] {
        guard let document = documents[name], let author = author(of: id) else { return [] }
        let outcome: SyncPeer.Outcome
        do throws(SyncPeer.Refusal) {
            outcome = try document.hear(
                body, from: id, author.id, isUnknown: documents.isSingle(id), at: now)
        } catch {
            return refuse(name, id, "\(error)")
        }
        var effects: [Effect] = []
        if let update = outcome.update { effects += take(update, name, from: id, author, at: now) }
        if let reply = outcome.reply { effects += say(reply, of: name, document, to: id, at: now) }
        if let news = outcome.toAll {
            effects += document.members.map { .send(.document(DocumentMessage(name, news)), to: $0) }
            if documents.nextCheck == nil { documents.nextCheck = now + Room.checkMs }
        }
        return effects
    }

    /// Says something of a document's content, once all of it is durable ([DO4]).
    private mutating func say(
        _ message: SyncMessage, of name: DocumentName, _ document: OpenDocument, to id: MemberID,
        at now: Int64
    ) -> [Effect] {
        let effects = documents.unlogged?.name == name ? settle(at: now) : []
        let message = ServerMessage.document(DocumentMessage(name, message))
        if document.newest > durable {
            hold(message, to: id, behind: document.newest)
            return effects
        }
        return effects + [.send(message, to: id)]
    }

    private mutating func refuse(_ name: DocumentName, _ id: MemberID, _ why: String) -> [Effect] {
        guard documents.isSingle(id) else {
            return [.send(.error(ProtocolError(.badUpdate, why, document: name)), to: id)]
        }
        let denied = SyncMessage.permissionDenied(reason: why)
        let effects: [Effect] = [.send(.document(DocumentMessage(name, denied)), to: id)]
        let isLast = documents.noteRefusal(id) >= limits.refusals
        return isLast ? effects + [.close(id, .documentRefused)] : effects
    }
}

// MARK: - To the log and back

extension Room {
    var hasUnlogged: Bool { documents.unlogged != nil }

    /// Keeps an update that was applied, together with others of the same author if nothing came between.
    private mutating func take(
        _ update: [UInt8], _ name: DocumentName, from id: MemberID, _ author: Author, at now: Int64
    ) -> [Effect] {
        if var unlogged = documents.unlogged, unlogged.name == name, unlogged.member == id,
            unlogged.bytes + update.count <= limits.mergedBytes
        {
            unlogged.updates.append(update)
            unlogged.bytes += update.count
            documents.unlogged = unlogged
            return []
        }
        let effects = settle(at: now)
        documents.unlogged = Documents.Unlogged(
            name: name, member: id, author: author, updates: [update], bytes: update.count)
        return effects
    }

    /// Gives what was taken its seq. Whoever takes another op does this first, so that it keeps its place.
    mutating func settle(at now: Int64) -> [Effect] {
        guard let unlogged = documents.unlogged else { return [] }
        documents.unlogged = nil
        var updates = unlogged.updates
        // Each was applied, so they can be merged; if not, they are as good one by one.
        if updates.count > 1, let merged = try? Updates.merge(updates) { updates = [merged] }
        let sender = isMember(unlogged.member) ? unlogged.member : nil
        return updates.flatMap { update in
            let op = DocumentOp(name: unlogged.name, update: update)
            let effects = log(op, by: unlogged.author, from: sender, at: now)
            documents[unlogged.name]?.newest = head
            return effects
        }
    }

    /// An update is durable: the document's peers get it, its sender too ([DO3]).
    mutating func show(_ op: LoggedOp) -> [Effect] {
        guard let name = op.document, let document = documents[name], let logged = DocumentOp(op.payload)
        else { return [] }
        let message = ServerMessage.document(DocumentMessage(name, .update(logged.update)))
        return document.members.map { .send(message, to: $0) } + forget(name)
    }
}

// MARK: - Going

extension Room {
    /// The member has gone.
    mutating func closeDocuments(of id: MemberID, at now: Int64) -> [Effect] {
        let effects = documents.opened(by: id).flatMap { close($0, id, at: now) }
        documents.forget(id)
        return effects
    }

    private mutating func close(_ name: DocumentName, _ id: MemberID, at now: Int64) -> [Effect] {
        documents.note(id, closes: name)
        guard let document = documents[name], let news = document.close(id, at: now) else {
            return forget(name)
        }
        return document.members.map { .send(.document(DocumentMessage(name, news)), to: $0) } + forget(name)
    }

    /// Forgets a document that nobody has open, once the log has all of it.
    private mutating func forget(_ name: DocumentName) -> [Effect] {
        guard let document = documents[name], document.isAlone, document.newest <= durable,
            documents.unlogged?.name != name
        else { return [] }
        documents.set(name, nil)
        return []
    }

    /// Tells of those who were not heard of in time ([DO8]).
    mutating func expireStates(at now: Int64) -> [Effect] {
        guard let check = documents.nextCheck, check <= now else { return [] }
        var effects: [Effect] = []
        var hasStates = false
        for (name, document) in documents.open {
            if let news = document.expire(at: now) {
                effects += document.members.map { .send(.document(DocumentMessage(name, news)), to: $0) }
            }
            hasStates = hasStates || document.hasStates
        }
        documents.nextCheck = hasStates ? now + Room.checkMs : nil
        return effects
    }
}

extension DocumentMessage {
    fileprivate init(_ name: DocumentName, _ message: SyncMessage) {
        self.init(name: name, body: message.encoded())
    }
}
