import Bytes
import HTTP1
import Serving
import WebSocket

/// What conformance and speed are measured on: an echo, and topics whose every message goes to all on them.
///
/// It runs on the very loop that serves rooms, and keeps nothing.
final class BenchService: ConnectionService {
    private let loop: ConnectionLoop
    private let limits: WebSocket.Limits
    /// The number of each topic, from 1, and who is on it.
    private var topics: [String: Int] = [:]
    private var members: [[ClientConnection]] = [[]]
    private var deflaters: [SharedDeflater?] = [nil]
    private let compression: CompressionPolicy

    /// - Parameter messageBytes: the largest message that is given back.
    init(loop: ConnectionLoop, messageBytes: Int, compression: CompressionPolicy) {
        self.loop = loop
        self.compression = compression
        // The conformance suite cuts 4 MiB into pieces of 64 bytes, and ends with an empty one.
        limits = WebSocket.Limits(messageBytes: messageBytes, fragments: 1 << 17)
    }

    func react(to request: RequestHead, on connection: ClientConnection) -> Reaction {
        let segments = request.target.segments
        switch segments.first {
        case "echo" where segments.count == 1:
            return .upgrade(Upgrade(limits: limits, compression: compression))
        case "publish" where segments.count == 2:
            let tag = number(of: segments[1])
            members[tag].append(connection)
            deflaters[tag]?.reset()
            return .upgrade(Upgrade(limits: limits, compression: compression, tag: tag))
        default: return .answer(.error(404, "There is /echo, and /publish/TOPIC."))
        }
    }

    private func number(of topic: String) -> Int {
        if let number = topics[topic] { return number }
        topics[topic] = members.count
        members.append([])
        if case .shared(let settings) = compression {
            deflaters.append(SharedDeflater(settings))
        } else {
            deflaters.append(nil)
        }
        return members.count - 1
    }

    func received(_ kind: MessageKind, on connection: ClientConnection) {
        loop.settle(connection)
        let tag = connection.tag
        guard tag > 0 else {
            return connection.withMessage { loop.send(kind, $0, to: connection) }
        }
        guard kind == .text else {
            return loop.close(connection, .unsupportedData, reason: "topics carry text")
        }
        let payload = connection.withMessage { $0.withUnsafeBytes { [UInt8]($0) } }
        let message = Fanout(text: payload, deflater: deflaters[tag])
        for member in members[tag] { loop.send(message, to: member) }
    }

    func left(_ connection: ClientConnection) {
        members[connection.tag].removeAll { $0 === connection }
    }

    /// Nobody has to say here who they are.
    func didNotSettle(_ connection: ClientConnection) {
        loop.settle(connection)
        loop.lookAgain(connection)
    }

    /// Nothing more is taken from an echo's peer until it reads; on a topic it would keep the others' frames.
    func readTooSlowly(_ connection: ClientConnection) {
        guard connection.tag > 0 else { return }
        loop.close(connection, .policyViolation, reason: "read too slowly")
    }

    func hasRoom(_ connection: ClientConnection) {}
    func woken() {}
    func turnEnds() {}
    func stopping() {}
    func note(_ line: String) { Terminal.error("chatos-bench: \(line)") }
}
