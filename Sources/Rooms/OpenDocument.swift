import HubProtocol
import YCRDT
import YSync

/// A document that somebody has open: what it holds and who is at it.
///
/// It is ahead of the log by what is under way there; it does not know what may be shown.
final class OpenDocument {
    /// Under whose connection a client id is written.
    private struct Owner {
        let member: MemberID
        let participant: String
        /// Whether it came without a token: then nobody can tell its next connection from others ([DO6]).
        let isUnknown: Bool
    }

    let doc: YDoc
    private(set) var awareness = Awareness()
    private(set) var peers: [MemberID: SyncPeer] = [:]
    private var owners: [ClientID: Owner] = [:]
    /// The newest of its updates that has a seq.
    var newest = Seq.none

    /// - Parameter state: all that the log has of it; nil where that is nothing.
    /// - Throws: what is wrong with that state.
    init(_ state: [UInt8]?, limits: UpdateLimits) throws(UpdateError) {
        // It writes nothing of its own.
        doc = YDoc(clientID: 0, limits: .none)
        if let state { try doc.apply(state) }
        // What was taken piece by piece is more than may come at once.
        doc.limits = limits
    }

    var members: [MemberID] { Array(peers.keys) }
    var isAlone: Bool { peers.isEmpty }
    var hasStates: Bool { !awareness.states.isEmpty }

    func isPeer(_ member: MemberID) -> Bool { peers[member] != nil }

    /// Lets a connection in; what it is told first.
    func open(for member: MemberID) -> [SyncMessage] {
        let peer = SyncPeer()
        peers[member] = peer
        return peer.opening(doc, awareness)
    }

    func hear(
        _ body: [UInt8], from member: MemberID, _ participant: String, isUnknown: Bool, at now: Int64
    ) throws(SyncPeer.Refusal) -> SyncPeer.Outcome {
        guard var peer = peers.removeValue(forKey: member) else { return SyncPeer.Outcome() }
        defer { peers[member] = peer }
        let outcome = try peer.receive(body, doc, &awareness, atMs: now) { client in
            guard let owner = owners[client], owner.member != member else { return false }
            return owner.participant != participant && !(owner.isUnknown && isUnknown)
        }
        for client in outcome.writers {
            owners[client] = Owner(member: member, participant: participant, isUnknown: isUnknown)
        }
        return outcome
    }

    /// The connection has gone. What the others are to be told: that those whom it brought have gone too.
    func close(_ member: MemberID, at now: Int64) -> SyncMessage? {
        guard var peer = peers.removeValue(forKey: member) else { return nil }
        owners = owners.filter { $0.value.member != member }
        return peer.close(&awareness, atMs: now)
    }

    /// Removes who was not heard of in time. What all are to be told.
    func expire(at now: Int64) -> SyncMessage? {
        let gone = awareness.expire(atMs: now)
        return gone.isEmpty ? nil : .awareness(awareness.encode(gone))
    }
}
