import Bytes
import HTTP1
import HubProtocol
import Rooms
import Serving
import Sockets
import Storage

/// What the log's threads say of files.
enum AssetNews: Sendable {
    /// What became of the one that came on this connection.
    case kept(UInt64, LogWriter.Outcome)
    case listed(UInt64, LogReader.Answer)
    case read(AssetShelf.Key, LogReader.Answer)
    /// What came of an errand, with its file kept, or not.
    case fetched(OutsideResponse, Errand)
}

/// Files of rooms: they come by HTTP, are kept by the log's writer, and are read by its reader.
extension RoomService {
    func assets(
        _ wish: Result<AssetWish, HTTPError>, _ request: RequestHead, _ connection: ClientConnection
    ) -> Reaction {
        let (token, mailbox) = (connection.token, loops[loop.number])
        switch wish {
        case .failure(let error):
            return .refuse(error, headers: error.status == 405 ? [("Allow", "GET, HEAD, POST")] : [])
        case .success(.list(let room)):
            log.read(.assets(room)) { mailbox.post(.assets(.listed(token, $0))) }
            return .later
        case .success(.read(let room, let hash)):
            let key = AssetShelf.Key(room: room, hash: hash)
            if let content = shelf.content(key, at: loop.now) {
                return .answer(AssetAnswers.file(content, hash, request))
            }
            if shelf.wait(AssetShelf.Waiting(connection: token, request: request), for: key) {
                log.read(.asset(room, hash)) { mailbox.post(.assets(.read(key, $0))) }
            }
            return .later
        case .success(.keep(let room)): return keep(room, request, connection)
        }
    }

    /// Takes the file if there is room for it, and hands it to the log's writer.
    private func keep(
        _ room: RoomName, _ request: RequestHead, _ connection: ClientConnection
    ) -> Reaction {
        let most = AssetLimits().bytes
        switch request.body {
        case .none: return .answer(.error(400, "The body is to be the file, and there is none."))
        case .chunked: return .refuse(HTTPError(411, "Say how long the file is: Content-Length."))
        case .length(let length):
            guard let length = Int(exactly: length), length <= most else {
                return .refuse(HTTPError(413, "A file may have \(most) bytes."))
            }
            switch loops.uploads.enter(room, bytes: length, at: loop.nowMs) {
            case .failure(let error): return .refuse(error, headers: [("Retry-After", "60")])
            case .success(let lease):
                let token = connection.token
                return .takeBody(atMost: most) { [unowned self] in keep($0, in: room, lease, for: token) }
            }
        }
    }

    private func keep(_ bytes: [UInt8], in room: RoomName, _ lease: UploadLease, for token: UInt64) {
        guard let connection = loop.connection(token) else { return }
        guard let type = AssetType(sniffing: bytes) else {
            return loop.reply(connection, with: AssetAnswers.unknownType(bytes))
        }
        let mailbox = loops[loop.number]
        log.perform(.keepAsset(in: room, NewAsset(type: type, at: loop.nowMs, bytes: bytes))) { outcome in
            mailbox.post(.assets(.kept(token, outcome)))
            withExtendedLifetime(lease) {}
        }
    }

    /// A body that is no text is kept before its room is told of the answer ([RQ2]).
    func fetched(_ response: OutsideResponse, _ errand: Errand) {
        guard let (type, bytes) = response.file else {
            return perform(lobby.fetched(response, errand, at: loop.nowMs))
        }
        let mailbox = loops[loop.number]
        let asset = NewAsset(type: type, at: loop.nowMs, bytes: bytes)
        log.perform(.keepAsset(in: errand.room, asset)) { outcome in
            guard case .assetKept(let record, _) = outcome else {
                return mailbox.post(.assets(.fetched(response, errand)))
            }
            mailbox.post(.assets(.fetched(response.keeping(record.hash, record.type), errand)))
        }
    }

    func hear(_ news: AssetNews) {
        switch news {
        case .fetched(let response, let errand): perform(lobby.fetched(response, errand, at: loop.nowMs))
        case .kept(let token, let outcome):
            guard let connection = loop.connection(token) else { return }
            loop.reply(connection, with: AssetAnswers.kept(outcome))
        case .listed(let token, let answer):
            guard let connection = loop.connection(token) else { return }
            loop.reply(connection, with: AssetAnswers.list(answer))
        case .read(let key, let answer):
            var content: StoredContent?
            if case .asset(let asset?) = answer { content = AssetAnswers.content(of: asset) }
            for waiting in shelf.arrived(content, for: key, at: loop.now) {
                guard let connection = loop.connection(waiting.connection) else { continue }
                loop.reply(connection, with: AssetAnswers.read(answer, content, key.hash, waiting.request))
            }
        }
    }
}
