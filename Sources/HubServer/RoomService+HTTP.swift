import HTTP1
import HubProtocol
import Rooms
import Serving
import Sockets
import Storage
import Synchronization
import WebSocket

/// Requests: the pages, the API, and the doors of rooms.
extension RoomService {
    func react(to request: RequestHead, on connection: ClientConnection) -> Reaction {
        let host = request.host ?? ""
        let local = HostPolicy.name(ofAddress: connection.localAddress)
        switch policy.role(of: host, local: local) {
        case .refused: return .refuse(HTTPError(403, "This hub does not answer to the host name '\(host)'."))
        case .realm: return .answer(realmAnswer(request, host: host))
        case .shell:
            if let origin = request.headers["Origin"], !HostPolicy.isSameOrigin(origin, host: host) {
                return .refuse(HTTPError(403, "Pages of '\(origin)' may not use this hub."))
            }
            if let room = Routes.roomSocket(request.target) { return door(of: room, request, connection) }
            if let wish = AssetRoutes.wish(request) { return assets(wish, request, connection) }
            if let place = Routes.documentSocket(request.target) {
                return door(to: place, request, connection)
            }
            guard request.method == "GET" || request.method == "HEAD" else {
                return .refuse(HTTPError(405, "GET and HEAD only."), headers: [("Allow", "GET, HEAD")])
            }
            if let question = Routes.question(request.target) { return ask(question, connection) }
            return .answer(shellAnswer(request, host: host))
        }
    }

    /// One for all connections.
    private static let messageLimits = WebSocket.Limits(messageBytes: MessageLimits.message)

    /// For clients of one document, which say no more than what it is in ([DO6]).
    private func door(
        to place: Result<DocumentPlace, HTTPError>, _ request: RequestHead, _ connection: ClientConnection
    ) -> Reaction {
        let reaction = door(of: place.map(\.room), request, connection, subprotocols: [])
        if case .upgrade = reaction, case .success(let place) = place {
            readers[connection.token] = DocumentReader(
                document: place.document, calling: request.query("name"))
        }
        return reaction
    }

    private func door(
        of room: Result<RoomName, HTTPError>, _ request: RequestHead, _ connection: ClientConnection,
        subprotocols: [String] = [MessageCodec.subprotocol]
    ) -> Reaction {
        switch room {
        case .failure(let error): return .refuse(error)
        case .success(let name):
            let home = loops.home(of: name)
            guard home == loop.number || loops.visitors(of: name) >= configuration.limits.crowd else {
                loops.counters.handedOver.add(1, ordering: .relaxed)
                return .handOver { [loops] moving in loops[home].post(.adopt(moving)) }
            }
            visitors[connection.token] = Visitor(room: name, home: home)
            loops.arrive(in: name)
            // The way out for a client whose inflating is broken ([CN8]).
            let isPlain = request.query("nodeflate") == "1"
            return .upgrade(
                Upgrade(
                    subprotocols: subprotocols,
                    limits: RoomService.messageLimits,
                    compression: isPlain ? .off : configuration.compression))
        }
    }

    /// The realm's host serves the frame and sends all else to the shell's ([HT7]).
    private func realmAnswer(_ request: RequestHead, host: String) -> HTTPAnswer {
        let shell = policy.shell(forRealm: host, listening: loop.address)
        if let answer = pages.frame(request, shell: shell.ancestors, now: loop.now) { return answer }
        return HTTPAnswer(status: 307, headers: ["Location": shell.origin + request.target.originForm])
    }

    private func shellAnswer(_ request: RequestHead, host: String) -> HTTPAnswer {
        let realm = policy.realm(forShell: host)
        if realm.isSameSite {
            noteSameSite(host)
            if let answer = pages.frame(request, shell: host, now: loop.now) { return answer }
        }
        if request.target.segments == ["healthz"] {
            return log.isHealthy ? .json(200, Routes.healthy) : .json(503, Routes.unhealthy)
        }
        return pages.shell(request, realm: realm.origin, now: loop.now)
    }

    private func ask(
        _ question: Result<HTTPQuestion, HTTPError>, _ connection: ClientConnection
    ) -> Reaction {
        switch question {
        case .failure(let error): return .refuse(error)
        case .success(let question):
            log.ask(question.request, question, for: connection.token)
            return .later
        }
    }

    /// The log has answered; some questions take two of its answers.
    func finish(_ connection: ClientConnection, _ answer: LogReader.Answer, _ question: HTTPQuestion) {
        switch (question, answer) {
        case (.logOf(_, let after, let limit), .summary(let summary?)):
            let request = LogReader.Request.ops(
                summary.id, after: after, upTo: summary.head, limit: limit,
                maxBytes: configuration.limits.logAnswerBytes)
            log.ask(request, .log, for: connection.token)
        case (.documentsOf(_, let after), .summary(let summary?)):
            log.ask(Routes.request(documentsOf: summary, after: after), .log, for: connection.token)
        case (.documentOf(let asked), .summary(let summary?)):
            switch Routes.request(asked, of: summary) {
            case .success(let request): log.ask(request, question, for: connection.token)
            case .failure(let error):
                loop.reply(connection, with: .error(error.status, error.message))
            }
        case (.documentOf(let asked), .content(let content)):
            loop.reply(connection, with: Routes.answer(content, of: asked.document))
        default: loop.reply(connection, with: Routes.answer(answer, present: loops.participants))
        }
    }
}
