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

    /// - Parameter messageBytes: the largest message that is given back.
    init(loop: ConnectionLoop, messageBytes: Int) {
        self.loop = loop
        limits = WebSocket.Limits(messageBytes: messageBytes)
    }

    func react(to request: RequestHead, on connection: ClientConnection) -> Reaction {
        let segments = request.target.segments
        switch segments.first {
        case "echo" where segments.count == 1: return .upgrade(subprotocols: [], limits: limits)
        case "publish" where segments.count == 2:
            let tag = number(of: segments[1])
            members[tag].append(connection)
            return .upgrade(subprotocols: [], limits: limits, tag: tag)
        default: return .answer(.error(404, "There is /echo, and /publish/TOPIC."))
        }
    }

    private func number(of topic: String) -> Int {
        if let number = topics[topic] { return number }
        topics[topic] = members.count
        members.append([])
        return members.count - 1
    }

    func received(_ kind: MessageKind, on connection: ClientConnection) {
        loop.settle(connection)
        let opcode: Opcode = kind == .text ? .text : .binary
        let tag = connection.tag
        guard tag > 0 else {
            return connection.withMessage { loop.send(opcode, $0, to: connection) }
        }
        let frame = connection.withMessage { FrameEncoder.frame(opcode, payload: $0) }
        for member in members[tag] { loop.send(frame: frame, to: member) }
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
