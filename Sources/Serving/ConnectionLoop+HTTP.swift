import Bytes
import HTTP1
import Sockets
import Timetables
import WebSocket

/// HTTP: requests in, answers out, and the way over to a WebSocket.
extension ConnectionLoop {
    /// Answers the requests that have come whole, one after the other.
    func serve(_ connection: ClientConnection, _ exchange: HTTPExchange) {
        if case .body(let intake, let request) = exchange.turn {
            guard take(intake, request, exchange) else { return }
        }
        while case .http = connection.phase, case .head = exchange.turn, connection.outbox.isEmpty {
            let outcome: Result<RequestParser.Outcome, HTTPError> = exchange.received.withBytes { bytes in
                do throws(HTTPError) {
                    return .success(try exchange.parser.parse(bytes))
                } catch {
                    return .failure(error)
                }
            }
            switch outcome {
            case .success(.needMore): return
            case .success(.head(let request, let consumed)):
                exchange.received.consume(consumed)
                react(to: request, connection, exchange)
            case .failure(let error): return refuse(connection, error)
            }
        }
    }

    func react(to request: RequestHead, _ connection: ClientConnection, _ exchange: HTTPExchange) {
        let isHead = request.method == "HEAD"
        switch service.react(to: request, on: connection) {
        case .refuse(let error, let headers): refuse(connection, error, isHead: isHead, headers: headers)
        case .upgrade(let upgrade): begin(upgrade, request, connection, exchange)
        case .answer(let answer):
            guard begin(request, connection, exchange) else { return }
            reply(connection, with: answer)
        case .later: _ = begin(request, connection, exchange)
        case .takeBody(let most, let then):
            begin(request, connection, exchange, bodyMost: most, then: then)
        case .handOver(let receive): receive(release(connection, request, exchange))
        }
    }

    /// A body's end would have to be found before the next request could be; nothing here takes one.
    private func begin(
        _ request: RequestHead, _ connection: ClientConnection, _ exchange: HTTPExchange
    ) -> Bool {
        guard request.body == .none else {
            let isHead = request.method == "HEAD"
            refuse(connection, HTTPError(413, "Requests have no body here."), isHead: isHead)
            return false
        }
        exchange.turn = .answer(
            HTTPExchange.PendingRequest(isHead: request.method == "HEAD", keepAlive: request.keepAlive))
        connection.since = now
        schedule(connection)
        return true
    }

    /// Takes the body that comes behind the head, or says why it won't.
    private func begin(
        _ request: RequestHead, _ connection: ClientConnection, _ exchange: HTTPExchange, bodyMost: Int,
        then: @escaping ([UInt8]) -> Void
    ) {
        guard case .length(let length) = request.body else {
            return refuse(connection, HTTPError(411, "Say how long the body is: Content-Length."))
        }
        guard let length = Int(exactly: length), length <= bodyMost else {
            return refuse(connection, HTTPError(413, "A body may have \(bodyMost) bytes here."))
        }
        let pending = HTTPExchange.PendingRequest(isHead: false, keepAlive: request.keepAlive)
        let intake = BodyIntake(length: length, then: then)
        exchange.turn = .body(intake, pending)
        connection.since = now
        schedule(connection)
        // RFC 9110 10.1.1: who waits for leave to send is given it, unless the body is on its way already.
        if exchange.received.isEmpty, request.headers.list("Expect", contains: "100-continue") {
            connection.outbox.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            markDirty(connection)
        }
        _ = take(intake, pending, exchange)
    }

    /// Moves what is the body's out of what has come; whether it is whole, and was handed on.
    private func take(
        _ intake: BodyIntake, _ request: HTTPExchange.PendingRequest, _ exchange: HTTPExchange
    ) -> Bool {
        let count = exchange.received.withBytes { bytes in bytes.withUnsafeBytes { intake.take($0) } }
        exchange.received.consume(count)
        guard intake.isWhole else { return false }
        exchange.turn = .answer(request)
        intake.finish()
        return true
    }

    /// Answers the request that waits on the connection, if it still does.
    public func reply(_ connection: ClientConnection, with answer: HTTPAnswer) {
        guard case .http(let exchange) = connection.phase, case .answer(let request) = exchange.turn else {
            return
        }
        exchange.turn = .head
        // Who has closed its half may have asked more before.
        let keepAlive = request.keepAlive && !(connection.peerEnded && exchange.received.isEmpty)
        var head = answer.head
        if !keepAlive { head.headers.append("Connection", "close") }
        connection.outbox.append(dated(head).encode())
        if !request.isHead { connection.outbox.append(answer.body) }
        exchange.hasServed = true
        connection.since = now
        keepAlive ? schedule(connection) : drain(connection)
        markDirty(connection)
    }

    /// Answers with an error and ends the connection: what follows can't be trusted to be a request.
    ///
    /// - Parameter isHead: whether the request was `HEAD`, which is answered without a body (RFC 9110 9.3.2).
    func refuse(
        _ connection: ClientConnection, _ error: HTTPError, isHead: Bool = false,
        headers: [(String, String)] = []
    ) {
        var answer = HTTPAnswer.error(error.status, error.message)
        for (name, value) in headers { answer.head.headers.append(name, value) }
        answer.head.headers.append("Connection", "close")
        connection.outbox.append(dated(answer.head).encode())
        if !isHead { connection.outbox.append(answer.body) }
        drain(connection)
    }

    /// A server with a clock says when it answered (RFC 9110 6.6.1); a 101 need not.
    private func dated(_ head: ResponseHead) -> ResponseHead {
        var head = head
        head.headers.append("Date", date.text(at: nowMs))
        return head
    }

    private func begin(
        _ upgrade: Upgrade, _ request: RequestHead, _ connection: ClientConnection, _ exchange: HTTPExchange
    ) {
        let answer = OpeningHandshake.answer(
            OpeningHandshake.Request(
                method: request.method, isHTTP11: request.version == .http11,
                fields: RequestFields(headers: request.headers),
                hasBody: request.body != .none), subprotocols: upgrade.subprotocols,
            compression: upgrade.compression)
        switch answer {
        case .refuse(let status, let extra, let message):
            let isHead = request.method == "HEAD"
            refuse(connection, HTTPError(status, message), isHead: isHead, headers: extra)
            // What the service remembers for this connection must not outlive it.
            service.left(connection)
        case .accept(let acceptValue, let subprotocol, let compression):
            let session = WebSocketSession(
                limits: upgrade.limits, compression: compression, tag: upgrade.tag)
            connection.phase = .webSocket(session)
            connection.since = now
            schedule(connection)
            cork.begin(connection)
            send(frame: ConnectionLoop.switching(acceptValue, subprotocol, compression), to: connection)
            service.opened(connection)
            // A client need not wait for the answer before it sends its first frame.
            exchange.received.withBytes { bytes in bytes.withUnsafeBytes { session.machine.receive($0) } }
            takeMessages(connection, session)
        }
    }

    /// The head that ends HTTP on a connection. It is written as bytes: it is most of what a handshake makes.
    private static func switching(
        _ acceptValue: String, _ subprotocol: String?, _ compression: DeflateAgreement?
    ) -> [UInt8] {
        var head: [UInt8] = []
        head.reserveCapacity(256)
        head.append(contentsOf: switching)
        head.append(contentsOf: acceptValue.utf8)
        if let subprotocol {
            head.append(contentsOf: "\r\nSec-WebSocket-Protocol: ".utf8)
            head.append(contentsOf: subprotocol.utf8)
        }
        if let compression {
            head.append(contentsOf: "\r\nSec-WebSocket-Extensions: ".utf8)
            head.append(contentsOf: compression.headerValue.utf8)
        }
        head.append(contentsOf: "\r\n\r\n".utf8)
        return head
    }

    private static let switching = Array(
        """
        HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Accept:\u{20}
        """.utf8)
}

/// A request's header fields, as the opening handshake asks for them.
struct RequestFields: HandshakeFields {
    let headers: Headers

    func withValues(of name: StaticString, _ body: (RawSpan) -> Void) {
        headers.withValues(of: name, body)
    }
}
