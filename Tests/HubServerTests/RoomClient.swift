import HTTP1
import Sockets
import WebSocket

/// A member of a room, or one that would be: the client's side of a WebSocket, as literal as a test needs it.
final class RoomClient {
    struct Refused: Error {
        let status: Int
        let body: String
    }

    enum Event {
        case message(JSON)
        /// The hub's close frame.
        case closed(code: UInt16, reason: String)
        case pong
    }

    let wire: Wire
    let upgrade: ResponseHead
    private var machine: WebSocketConnection
    /// What the last reading brought, as it was on the wire.
    private(set) var lastRead: [UInt8] = []
    /// Set by ``enter(_:)``.
    private(set) var welcome = JSON(bytes: [])
    /// What came between `welcome` and `ready`.
    private(set) var state: [JSON] = []
    private(set) var ready = 0

    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    /// What browsers offer.
    private static let offer: DeflateOffer = {
        var offer = DeflateOffer()
        offer.clientMaxWindowBits = .bounded
        return offer
    }()
    /// The header line with which a client makes that offer.
    static let offersDeflate = "Sec-WebSocket-Extensions: \(offer.headerValue)"

    /// Connects to a room's socket.
    ///
    /// - Parameters:
    ///   - lines: header lines beside those that every handshake has.
    ///   - early: sent in one write with the handshake, before it is answered.
    init(
        _ hub: TestHub, room: String = "room", host: String? = nil,
        lines: [String] = ["Sec-WebSocket-Protocol: chatos.v1"], early: [UInt8] = [],
        receiveBuffer: Int32? = nil
    ) throws {
        wire = try Wire(hub.address, receiveBuffer: receiveBuffer)
        let host = host ?? "127.0.0.1:\(hub.port)"
        let fields =
            ["Host: \(host)", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
            + ["Sec-WebSocket-Key: \(RoomClient.key)"] + lines
        let head = "GET /rooms/\(room) HTTP/1.1\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n"
        try wire.send(Array(head.utf8) + early)
        var parser = ResponseParser()
        var received: [UInt8] = []
        while true {
            guard let bytes = try wire.receive() else {
                throw ClientFailure("the hub hung up at the handshake")
            }
            received += bytes
            guard case .head(let head, let consumed) = try parser.parse(received.span.bytes) else { continue }
            guard head.status == 101 else {
                let rest = received.dropFirst(consumed) + (try wire.receiveAll())
                throw Refused(status: head.status, body: String(decoding: rest, as: UTF8.self))
            }
            upgrade = head
            machine = WebSocketConnection(
                role: .client, limits: Limits(messageBytes: 1 << 24),
                compression: try DeflateAgreement(
                    reply: head.headers.all("Sec-WebSocket-Extensions"), to: RoomClient.offer,
                    settings: DeflateSettings()))
            machine.receive(Array(received.dropFirst(consumed)))
            return
        }
    }

    /// Connects, says hello, and reads on until `ready` and, for a newcomer, until its coming is in the log.
    convenience init(
        _ hub: TestHub, room: String = "room", as name: String, token: String? = nil, more: String = "",
        awaitsJoined: Bool? = nil, receiveBuffer: Int32? = nil
    ) throws {
        try self.init(hub, room: room, receiveBuffer: receiveBuffer)
        try enter(as: name, token: token, more: more)
        if awaitsJoined ?? (token == nil && !more.contains("quiet")) {
            _ = try until { self.isOwnJoining($0) }
        }
    }

    var id: String { welcome["you"]?["id"]?.string ?? "" }
    var token: String { welcome["token"]?.string ?? "" }
    var epoch: String { welcome["epoch"]?.string ?? "" }

    /// Says hello; `more` are further members of it.
    func enter(as name: String, token: String? = nil, more: String = "") throws {
        let tokenMember = token.map { ",\"token\":\"\($0)\"" } ?? ""
        try say("{\"hub\":\"hello\",\"name\":\"\(name)\"\(tokenMember)\(more)}")
        welcome = try next()
        guard welcome.what == "hub:welcome" else { throw ClientFailure("no welcome but \(welcome)") }
        let read = try until { $0.what == "hub:ready" }
        state = read.dropLast()
        ready = read.last?.seq ?? -1
    }

    private func isOwnJoining(_ message: JSON) -> Bool {
        message.what == "joined" && message["from"]?["id"]?.string == id
    }

    // MARK: Sending

    func say(_ text: String) throws {
        try wire.send(RoomClient.text(text))
    }

    func send(_ opcode: Opcode, _ payload: [UInt8]) throws {
        try wire.send(RoomClient.frame(opcode, payload))
    }

    /// A frame as a client sends it.
    static func frame(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] {
        FrameEncoder.frame(opcode, payload: payload, mask: 0x1234_5678)
    }

    /// The frame of a text message.
    static func text(_ text: String) -> [UInt8] {
        frame(.text, Array(text.utf8))
    }

    // MARK: Receiving

    func nextEvent() throws -> Event {
        while true {
            switch machine.nextEvent() {
            case .message:
                return .message(
                    JSON(bytes: machine.withMessage { span in span.withUnsafeBytes { Array($0) } }))
            case .pong: return .pong
            case .closed(let code, let reason): return .closed(code: code?.rawValue ?? 0, reason: reason)
            case .failed(let code, let what):
                throw ClientFailure("the hub broke the protocol: \(code), \(what)")
            case nil:
                guard let bytes = try wire.receive() else { throw ClientFailure("the hub hung up") }
                lastRead = bytes
                machine.receive(bytes)
            }
        }
    }

    /// The next message; pongs are passed over.
    func next() throws -> JSON {
        while true {
            switch try nextEvent() {
            case .message(let message): return message
            case .pong: continue
            case .closed(let code, let reason): throw ClientFailure("closed with \(code): \(reason)")
            }
        }
    }

    /// The next message, with the hub's pings answered on the way.
    func next(answering ping: () -> Void) throws -> JSON {
        while true {
            switch machine.nextEvent() {
            case .message:
                return JSON(bytes: machine.withMessage { span in span.withUnsafeBytes { Array($0) } })
            case nil:
                if machine.hasOutput {
                    ping()
                    try wire.send(machine.takeOutput())
                }
                guard let bytes = try wire.receive() else { throw ClientFailure("the hub hung up") }
                machine.receive(bytes)
            case .pong: continue
            case .closed, .failed: throw ClientFailure("closed")
            }
        }
    }

    /// Messages up to the first that is as asked, with it.
    func until(_ isLast: (JSON) -> Bool) throws -> [JSON] {
        var read: [JSON] = []
        while true {
            let message = try next()
            read.append(message)
            if isLast(message) { return read }
        }
    }

    /// All that was sent to this member before now, as the answer to a question tells.
    func sync() throws -> [JSON] {
        try say("{\"type\":\"rollcall\"}")
        return try until { $0.what == "rollcall" }.dropLast()
    }

    /// Reads on to the hub's close frame, answers it, and gives its code.
    func closeCode() throws -> UInt16 {
        while true {
            guard case .closed(let code, _) = try nextEvent() else { continue }
            try? wire.send(machine.takeOutput())
            return code
        }
    }

    /// Leaves as browsers do, and waits until the hub has let go.
    func leave() throws {
        try send(.close, [0x03, 0xE8])
        while try wire.receive() != nil {}
    }
}
