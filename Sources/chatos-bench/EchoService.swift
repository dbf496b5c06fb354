import HTTP1
import Serving
import Trials
import WebSocket

/// What the loop that serves rooms is for here: `/echo` gives every message back, `/publish/TOPIC` gives it
/// to all on the topic, its sender too. So conformance and speed are measured on the very code of the
/// product.
final class EchoService {
    /// Those on one topic, in the order in which they came.
    private struct Topic {
        let name: String
        var members: [UInt64] = []
        /// What its members share, where they share one.
        let deflater: SharedDeflater?
    }

    private let loop: ConnectionLoop
    /// A connection's tag is its topic's place here, counted from 1; 0 is `/echo`.
    private var topics: [Topic] = []
    /// Larger than any message of the field's conformance suite, in as many fragments as it sends.
    private let compression: CompressionPolicy
    private let limits = WebSocket.Limits(messageBytes: 1 << 25, fragments: 1 << 20)

    init(loop: ConnectionLoop, compression: CompressionPolicy) {
        self.loop = loop
        self.compression = compression
    }

    private func tag(ofTopic name: String) -> Int {
        if let place = topics.firstIndex(where: { $0.name == name }) { return place + 1 }
        var deflater: SharedDeflater?
        if case .shared(let settings) = compression { deflater = SharedDeflater(settings) }
        topics.append(Topic(name: name, deflater: deflater))
        return topics.count
    }

    /// Framed once for everybody, as a room sends it.
    private func publish(_ payload: [UInt8], on topic: Int) {
        let topic = topics[topic - 1]
        loop.broadcast(text: payload, to: topic.members, deflater: topic.deflater)
    }
}

extension EchoService: ConnectionService {
    func react(to request: RequestHead, on connection: ClientConnection) -> Reaction {
        let segments = request.target.segments
        switch segments.first {
        case "echo" where segments.count == 1:
            return .upgrade(Upgrade(limits: limits, compression: compression))
        case "publish" where segments.count == 2:
            let tag = tag(ofTopic: segments[1])
            topics[tag - 1].members.append(connection.token)
            topics[tag - 1].deflater?.reset()
            return .upgrade(Upgrade(limits: limits, compression: compression, tag: tag))
        default: return .answer(.error(404, "There is /echo and /publish/TOPIC."))
        }
    }

    func received(_ kind: MessageKind, _ bytes: RawSpan, on connection: ClientConnection) {
        let topic = connection.tag
        if topic == 0 {
            loop.send(kind, bytes, to: connection)
        } else if kind == .text {
            publish(bytes.withUnsafeBytes { [UInt8]($0) }, on: topic)
        } else {
            loop.close(connection, .unsupportedData, reason: "what goes to many is text")
        }
    }

    func left(_ connection: ClientConnection) {
        // A handshake that failed leaves no tag, so all topics are looked through.
        for place in topics.indices { topics[place].members.removeAll { $0 == connection.token } }
    }

    /// Nobody has to say here who they are.
    func didNotSettle(_ connection: ClientConnection) {
        loop.settle(connection)
        loop.lookAgain(connection)
    }

    /// Who only echoes is not listened to meanwhile, which is enough; on a topic others go on speaking.
    func readTooSlowly(_ connection: ClientConnection) {
        guard connection.tag != 0 else { return }
        loop.dropUnsent(connection)
        loop.close(connection, .policyViolation, reason: "read too slowly")
    }

    func hasRoom(_ connection: ClientConnection) {}

    func woken() {}

    func turnEnds() {}

    var expectsMore: Bool { false }

    func isDone() -> Bool { true }

    func stopping() {
        for connection in loop.webSockets { loop.close(connection, .goingAway, reason: "the server stops") }
    }

    func note(_ line: String) {
        Terminal.error("chatos-bench: \(line)")
    }
}
