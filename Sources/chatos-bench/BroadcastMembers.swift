import Sockets
import WebSocket

/// Has the receivers of a broadcast connected, and finds out what a message must be like to have its size.
struct BroadcastMembers {
    private let plan: BroadcastPlan
    private let opening: Opening

    init(_ plan: BroadcastPlan, _ server: RunningServer) {
        self.plan = plan
        var opening = Opening(server, path: plan.path)
        if plan.compresses { opening.extensions = InflatingReceiver.offer.headerValue }
        self.opening = opening
    }

    /// The first reads as a real client does, and so does one in so many of the others.
    func enter(_ index: Int) throws -> LoadConnection {
        let opened = try opening.open()
        let extensions = opened.extensions
        let connection = LoadConnection(opened, index: index)
        if plan.isRoom {
            let entered = try RoomEntry.enter(connection.socket, early: connection.early, quiet: true)
            guard entered.behind == 0 else {
                throw Failure(.unavailable, "the room is not quiet while members enter")
            }
            connection.scanner = entered.scanner
        }
        if plan.compresses, index.isMultiple(of: plan.inflatingEvery) {
            connection.inflating = try InflatingReceiver(reply: extensions)
        }
        return connection
    }

    /// In a room the size is that of the envelope, whose own part is learnt from a first one.
    func messages(probing connection: LoadConnection) throws -> BroadcastMessages {
        let variants = plan.compresses ? 64 : 1
        guard plan.isRoom else {
            return try BroadcastMessages(size: plan.size, persists: plan.persists, variants: variants)
        }
        let op = Array(#"{"type":"x","persist":false}"#.utf8)
        try Patience.send(FrameEncoder.frame(.text, payload: op, mask: 0x1234_5678), on: connection.socket)
        var envelope = WholeMessages()
        var size = 0
        while size == 0 {
            let bytes = try Patience.read(from: connection.socket)
            if let inflating = connection.inflating {
                try bytes.withUnsafeBytes { try inflating.take($0) { size = $0.count } }
            } else {
                try envelope.take(bytes) { size = $0.count }
            }
        }
        // A logged op's envelope has its seq too, here of about six digits.
        let around = size - op.count + (plan.persists ? 13 : 0)
        return try BroadcastMessages(size: plan.size - around, persists: plan.persists, variants: variants)
    }
}
