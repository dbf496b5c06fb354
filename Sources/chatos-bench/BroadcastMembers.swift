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

    /// Has the first member say large ops until those who read nothing make the server hold nearly all that
    /// it may, which with all receivers there would take minutes: the rest is the measured part's.
    func fillOutboxes(of server: RunningServer, by publisher: LoadConnection) throws {
        let large = FrameEncoder.frame(
            .text, payload: try BroadcastMessages(size: 1 << 17, persists: false)[0], mask: 0x1234_5678)
        let before = try server.usage.memory().residentBytes
        let aim = UInt64(plan.stalled) * BroadcastMembers.nearlyFullOutbox
        for _ in 0..<1_000 where try server.usage.memory().residentBytes < before + aim {
            try Patience.send(large, on: publisher.socket)
            var isBack = false
            while !isBack {
                let bytes = try Patience.read(from: publisher.socket)
                try bytes.withUnsafeBytes { try publisher.scanner.scan($0) { isBack = isBack || $0.isLast } }
            }
        }
    }

    /// A hub lets a member go for whom more than 16 MiB wait.
    private static let nearlyFullOutbox: UInt64 = (16 << 20) - (1 << 17)

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
