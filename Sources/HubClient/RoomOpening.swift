internal import Bytes
internal import Glibc
internal import HTTP1
internal import HubProtocol
internal import Sockets

/// A connection that has become a WebSocket.
struct OpenedSocket: ~Copyable {
    let socket: Socket
    /// What came behind the head of the answer: the first bytes of frames.
    let rest: [UInt8]
}

/// Opens a room's WebSocket over a new TCP connection, and another where the hub says so.
enum RoomOpening {
    /// The realm's host sends to the shell's ([HT7]); one before a proxy may need another step.
    private static let redirectsMax = 3
    /// As much of a refusal's body as is read for its explanation.
    private static let bodyMax = 4_096

    static func open(_ address: HubAddress, until deadline: Deadline) throws(HubClientError) -> OpenedSocket {
        var address = address
        for _ in 0...redirectsMax {
            let socket = try Dialer.dial(host: address.host, port: address.port, until: deadline)
            let random = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
            let exchange = UpgradeExchange(address, random: random)
            try write(exchange.request, to: socket, until: deadline)
            var received: [UInt8] = []
            let head = try head(from: socket, &received, until: deadline)
            switch try exchange.outcome(head) {
            case .upgraded: return OpenedSocket(socket: socket, rest: received)
            case .redirected(let target): address = target
            case .refused(let status):
                let message = explanation(head, socket, &received, until: deadline)
                throw .refused(status: status, message: message)
            }
        }
        throw .broken("it redirects more than \(redirectsMax) times")
    }

    private static func write(
        _ bytes: [UInt8], to socket: borrowing Socket, until deadline: Deadline
    ) throws(HubClientError) {
        var rest = bytes
        while !rest.isEmpty {
            switch socket.write(rest.span.bytes) {
            case .bytes(let count): rest.removeFirst(count)
            case .wouldBlock:
                guard try Readying.wait(socket.descriptor, for: POLLOUT, until: deadline) else {
                    throw .timedOut("the opening handshake")
                }
            case .ended: throw .ended
            case .failed(let error): throw .unreachable("can't \(error)")
            }
        }
    }

    /// Reads the answer's head; what came behind it is left in `received`.
    private static func head(
        from socket: borrowing Socket, _ received: inout [UInt8], until deadline: Deadline
    ) throws(HubClientError) -> ResponseHead {
        var parser = ResponseParser()
        while try read(from: socket, into: &received, until: deadline) {
            let outcome: ResponseParser.Outcome
            do {
                outcome = try parser.parse(received.span.bytes)
            } catch {
                throw .broken(error.description)
            }
            if case .head(let head, let consumed) = outcome {
                received.removeFirst(consumed)
                return head
            }
        }
        throw .ended
    }

    /// False when the peer has ended.
    private static func read(
        from socket: borrowing Socket, into bytes: inout [UInt8], until deadline: Deadline
    ) throws(HubClientError) -> Bool {
        guard try Readying.wait(socket.descriptor, for: POLLIN, until: deadline) else {
            throw .timedOut("the opening handshake")
        }
        var piece = [UInt8](repeating: 0, count: bodyMax)
        switch piece.withUnsafeMutableBytes({ socket.read(into: $0) }) {
        case .bytes(let count): bytes += piece[..<count]
        case .wouldBlock: break
        case .ended: return false
        case .failed(let error): throw .unreachable("can't \(error)")
        }
        return true
    }

    /// What a refusal says of itself; whatever goes wrong with it, the status is the answer.
    private static func explanation(
        _ head: ResponseHead, _ socket: borrowing Socket, _ body: inout [UInt8], until deadline: Deadline
    ) -> String {
        let length = Int(clamping: min(head.contentLength ?? 0, UInt64(bodyMax)))
        while body.count < length {
            guard let more = try? read(from: socket, into: &body, until: deadline), more else { break }
        }
        body = Array(body.prefix(length))
        guard String(validating: body, as: UTF8.self) != nil else { return "" }
        if let text = ServerMessageDecoder.refusal(body) { return text }
        let line = body.prefix { $0 >= 0x20 && $0 != 0x7F }
        return line.first == UInt8(ascii: "<") ? "" : String(decoding: line, as: UTF8.self)
    }
}
