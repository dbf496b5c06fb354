import Glibc
import Sockets
import Testing

/// The certificates of Fixtures/tls.
enum TLSFiles {
    static func path(_ name: String) -> String {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/Fixtures/tls/" + name
    }

    static func server(newest: TLSVersion = .v1_3) throws -> TLSContext {
        try TLSContext(certificateChain: path("server.pem"), privateKey: path("server.key"), newest: newest)
    }

    static func client(
        trusting name: String = "server.pem", newest: TLSVersion = .v1_3
    ) throws -> TLSContext {
        try TLSContext(trusting: .certificates(inFile: path(name)), newest: newest)
    }
}

/// Two sockets that are connected to each other, neither of which waits.
func socketPair(bufferBytes: Int32? = nil) throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
        throw SocketError(operation: "make a pair of sockets", code: errno)
    }
    if var bufferBytes {
        for end in ends {
            setsockopt(end, SOL_SOCKET, SO_SNDBUF, &bufferBytes, socklen_t(MemoryLayout<Int32>.size))
        }
    }
    return (ends[0], ends[1])
}

/// A client and a server with TLS between them, and a wire that the test moves the bytes along, byte by byte
/// if it likes.
struct TLSPair: ~Copyable {
    let client: TLSSocket
    let server: TLSSocket
    let wire: Relay

    init(
        _ serverContext: TLSContext, _ clientContext: TLSContext, host: String = "localhost",
        bufferBytes: Int32? = nil
    ) throws {
        let (clientEnd, near) = try socketPair(bufferBytes: bufferBytes)
        let (far, serverEnd) = try socketPair(bufferBytes: bufferBytes)
        let server = try TLSSocket(server: Socket(adopting: serverEnd), serverContext)
        let client = try TLSSocket(client: Socket(adopting: clientEnd), clientContext, host: host)
        self.init(client, server, Relay(near: Socket(adopting: near), far: Socket(adopting: far)))
    }

    private init(_ client: consuming TLSSocket, _ server: consuming TLSSocket, _ wire: consuming Relay) {
        self.client = client
        self.server = server
        self.wire = wire
    }

    init(newest: TLSVersion = .v1_3, bufferBytes: Int32? = nil) throws {
        try self.init(TLSFiles.server(newest: newest), TLSFiles.client(), bufferBytes: bufferBytes)
    }

    /// Moves bytes until both ends have done with the handshake, or have failed.
    func shakeHands() -> (client: Socket.Transfer, server: Socket.Transfer) {
        var ends = (client: Socket.Transfer.wouldBlock, server: Socket.Transfer.wouldBlock)
        for _ in 0..<20 {
            wire.move()
            ends.server = server.readOnce().transfer
            wire.move()
            ends.client = client.readOnce().transfer
        }
        return ends
    }
}

/// What lies between the two ends: it forwards what it is told to, and can change it.
struct Relay: ~Copyable {
    enum Direction: CaseIterable {
        case toServer
        case toClient
    }

    let near: Socket
    let far: Socket

    /// Forwards at most `max` bytes, and tells which.
    @discardableResult
    func move(
        _ direction: Direction, max: Int = 1 << 20, changing change: (inout [UInt8]) -> Void = { _ in }
    ) -> [UInt8] {
        var (_, bytes) = direction == .toServer ? near.readOnce(max: max) : far.readOnce(max: max)
        guard !bytes.isEmpty else { return [] }
        change(&bytes)
        var sent = 0
        while sent < bytes.count {
            let rest = Array(bytes[sent...])
            switch direction == .toServer ? far.send(rest) : near.send(rest) {
            case .bytes(let count): sent += count
            // The end is to read first; the rest is lost, so a test with small buffers moves small pieces.
            case .wouldBlock, .ended, .failed: return bytes
            }
        }
        return bytes
    }

    func move() {
        for direction in Direction.allCases { move(direction) }
    }
}

extension TLSSocket {
    borrowing func send(_ bytes: [UInt8]) -> Socket.Transfer {
        write(bytes.span.bytes)
    }

    borrowing func readOnce(max: Int = 1 << 16) -> (transfer: Socket.Transfer, bytes: [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: max)
        let transfer = buffer.withUnsafeMutableBytes { read(into: $0) }
        guard case .bytes(let count) = transfer else { return (transfer, []) }
        return (transfer, Array(buffer.prefix(count)))
    }
}

extension Socket.Transfer {
    /// Why TLS failed, if it did.
    var tlsFailure: TLSFailure? {
        guard case .failed(let error) = self, case .tls(let failure) = error.cause else { return nil }
        return failure
    }
}

/// Numbers that look random and are the same in every run.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func roll(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
