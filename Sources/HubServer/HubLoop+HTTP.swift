import Bytes
import HTTP1
import HubProtocol
import Rooms
import Sockets
import Storage
import WebSocket

/// HTTP: requests in, answers out, and the way over to a WebSocket.
extension HubLoop {
    /// Answers the requests that have come whole, one after the other.
    func serve(_ connection: ClientConnection, _ exchange: HTTPExchange) {
        while case .http = connection.phase, exchange.pending == nil, connection.outbox.isEmpty {
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
                route(request, connection, exchange)
            case .failure(let error): return refuse(connection, error)
            }
        }
    }

    private func route(_ request: RequestHead, _ connection: ClientConnection, _ exchange: HTTPExchange) {
        let host = request.host ?? ""
        let isHead = request.method == "HEAD"
        switch policy.role(of: host, local: connection.localHost) {
        case .refused:
            let error = HTTPError(403, "This hub does not answer to the host name '\(host)'.")
            refuse(connection, error, isHead: isHead)
        case .realm: answer(request, connection, realmAnswer(request, host: host))
        case .shell:
            if let origin = request.headers["Origin"], !HostPolicy.isSameOrigin(origin, host: host) {
                let error = HTTPError(403, "Pages of '\(origin)' may not use this hub.")
                return refuse(connection, error, isHead: isHead)
            }
            if let room = Routes.roomSocket(request.target) {
                return upgrade(request, room, connection, exchange)
            }
            guard request.method == "GET" || isHead else {
                return refuse(
                    connection, HTTPError(405, "GET and HEAD only."), headers: [("Allow", "GET, HEAD")])
            }
            if request.body != .none {
                return refuse(connection, HTTPError(413, "Requests have no body here."), isHead: isHead)
            }
            if let question = Routes.question(request.target) {
                return ask(question, request, connection, exchange)
            }
            answer(request, connection, shellAnswer(request, host: host))
        }
    }

    /// The realm's host serves the frame and sends all else to the shell's ([HT7]).
    private func realmAnswer(_ request: RequestHead, host: String) -> HTTPAnswer {
        let shell = policy.shell(forRealm: host, listening: address)
        if let answer = pages.frame(request, shell: shell.ancestors, now: now) { return answer }
        return HTTPAnswer(status: 307, headers: ["Location": shell.origin + request.target.originForm])
    }

    private func shellAnswer(_ request: RequestHead, host: String) -> HTTPAnswer {
        let realm = policy.realm(forShell: host)
        if realm.isSameSite {
            noteSameSite(host)
            if let answer = pages.frame(request, shell: host, now: now) { return answer }
        }
        if request.target.segments == ["healthz"] {
            return log.isHealthy ? .json(200, Routes.healthy) : .json(503, Routes.unhealthy)
        }
        return pages.shell(request, realm: realm.origin, now: now)
    }

    private func noteSameSite(_ host: String) {
        guard !hasNotedSameSite else { return }
        hasNotedSameSite = true
        configuration.note(
            """
            tools run on the page's own site at \(host): in Firefox and WebKit a runaway tool can freeze the page. \
            Name another host for them with --realm-origin.
            """)
    }
}

// MARK: - Over to a WebSocket

extension HubLoop {
    private func upgrade(
        _ request: RequestHead, _ room: Result<RoomName, HTTPError>, _ connection: ClientConnection,
        _ exchange: HTTPExchange
    ) {
        let name: RoomName
        switch room {
        case .success(let room): name = room
        case .failure(let error): return refuse(connection, error, isHead: request.method == "HEAD")
        }
        let headers = request.headers
        let opening = OpeningHandshake.Request(
            method: request.method, isHTTP11: request.version == .http11, upgrade: headers.all("Upgrade"),
            connection: headers.all("Connection"), key: headers.all("Sec-WebSocket-Key"),
            version: headers.all("Sec-WebSocket-Version"), protocols: headers.all("Sec-WebSocket-Protocol"),
            extensions: headers.all("Sec-WebSocket-Extensions"), hasBody: request.body != .none)
        switch OpeningHandshake.answer(opening, subprotocols: [MessageCodec.subprotocol]) {
        case .refuse(let status, let extra, let message):
            let isHead = request.method == "HEAD"
            refuse(connection, HTTPError(status, message), isHead: isHead, headers: extra)
        case .accept(let acceptValue, let subprotocol):
            var head = ResponseHead(status: 101)
            head.headers.append("Upgrade", "websocket")
            head.headers.append("Connection", "Upgrade")
            head.headers.append("Sec-WebSocket-Accept", acceptValue)
            if let subprotocol { head.headers.append("Sec-WebSocket-Protocol", subprotocol) }
            connection.outbox.append(head.encode())
            let session = WebSocketSession(
                room: name, limits: WebSocket.Limits(messageBytes: MessageLimits.message))
            connection.phase = .webSocket(session)
            connection.since = now
            schedule(connection)
            // A client need not wait for the answer before it sends its first frame.
            exchange.received.withBytes { bytes in bytes.withUnsafeBytes { session.machine.receive($0) } }
            pump(connection, session)
            markDirty(connection)
        }
    }
}

// MARK: - Answers

extension HubLoop {
    /// Answers with an error and ends the connection: what follows the refused request can't be trusted to be one.
    ///
    /// - Parameter isHead: whether the request was `HEAD`, which is answered without a body (RFC 9110 9.3.2).
    func refuse(
        _ connection: ClientConnection, _ error: HTTPError, isHead: Bool = false,
        headers: [(String, String)] = []
    ) {
        var answer = HTTPAnswer.json(error.status, Routes.error(error.message))
        for (name, value) in headers { answer.head.headers.append(name, value) }
        answer.head.headers.append("Connection", "close")
        connection.outbox.append(answer.head.encode())
        if !isHead { connection.outbox.append(answer.body) }
        drain(connection)
    }

    private func answer(_ request: RequestHead, _ connection: ClientConnection, _ answer: HTTPAnswer) {
        let pending = HTTPExchange.PendingRequest(
            isHead: request.method == "HEAD", keepAlive: request.keepAlive && request.body == .none)
        reply(connection, answer, to: pending)
    }

    private func reply(
        _ connection: ClientConnection, _ answer: HTTPAnswer, to request: HTTPExchange.PendingRequest
    ) {
        guard case .http(let exchange) = connection.phase else { return }
        // Who has closed its half may have asked more before.
        let keepAlive = request.keepAlive && !(connection.peerEnded && exchange.received.isEmpty)
        var head = answer.head
        if !keepAlive { head.headers.append("Connection", "close") }
        connection.outbox.append(head.encode())
        if !request.isHead { connection.outbox.append(answer.body) }
        exchange.hasServed = true
        connection.since = now
        keepAlive ? schedule(connection) : drain(connection)
        markDirty(connection)
    }
}

// MARK: - Answers out of the log

extension HubLoop {
    private func ask(
        _ question: Result<HTTPQuestion, HTTPError>, _ request: RequestHead, _ connection: ClientConnection,
        _ exchange: HTTPExchange
    ) {
        switch question {
        case .failure(let error): refuse(connection, error, isHead: request.method == "HEAD")
        case .success(let question):
            exchange.pending = HTTPExchange.PendingRequest(
                isHead: request.method == "HEAD", keepAlive: request.keepAlive)
            connection.since = now
            schedule(connection)
            log.ask(question.request, question, for: connection.token)
        }
    }

    /// The log has answered; some questions take two of its answers.
    func finish(_ connection: ClientConnection, _ answer: LogReader.Answer, _ question: HTTPQuestion) {
        guard case .http(let exchange) = connection.phase, let pending = exchange.pending else { return }
        switch (question, answer) {
        case (.logOf(_, let after, let limit), .summary(let summary?)):
            let request = LogReader.Request.ops(
                summary.id, after: after, upTo: summary.head, limit: limit,
                maxBytes: configuration.limits.logAnswerBytes)
            return log.ask(request, .log, for: connection.token)
        default:
            exchange.pending = nil
            reply(connection, Routes.answer(answer) { lobby.participants(in: $0) }, to: pending)
        }
    }
}
