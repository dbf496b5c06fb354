import COpenSSL
import Glibc
import Testing

@testable import Sockets

@Suite struct TLSHandshakeTests {
    @Test(arguments: [TLSVersion.v1_2, .v1_3], [1, 2, 5, 64, 1_000, 1 << 16])
    func `a handshake and its first bytes survive every size of piece`(newest: TLSVersion, piece: Int) throws
    {
        let pair = try TLSPair(newest: newest)
        var heard: (server: [UInt8], client: [UInt8]) = ([], [])
        var asked = false
        for _ in 0..<20_000 where heard.client.isEmpty {
            pair.wire.move(.toServer, max: piece)
            heard.server += pair.server.readOnce().bytes
            pair.wire.move(.toClient, max: piece)
            heard.client += pair.client.readOnce().bytes
            if !asked, pair.client.send([1, 2, 3]) == .bytes(3) { asked = true }
            if heard.server.count == 3 { _ = pair.server.send(heard.server) }
        }
        #expect(Array(heard.client.prefix(3)) == [1, 2, 3])
        #expect(pair.server.version == newest)
        #expect(pair.client.version == newest)
    }

    @Test(arguments: 0..<40)
    func `a handshake survives every order of steps`(seed: Int) throws {
        let pair = try TLSPair(newest: seed % 2 == 0 ? .v1_3 : .v1_2)
        var dice = Dice(seed: UInt64(seed))
        var heard: [UInt8] = []
        for _ in 0..<100_000 where heard.count < 2 {
            switch dice.roll(6) {
            case 0: pair.wire.move(.toServer, max: 1 + dice.roll(700))
            case 1: pair.wire.move(.toClient, max: 1 + dice.roll(700))
            case 2: heard += pair.server.readOnce(max: 1 + dice.roll(2)).bytes
            case 3: _ = pair.client.readOnce()
            case 4: _ = pair.server.flush()
            default: _ = pair.client.send([7])
            }
        }
        #expect(heard.prefix(2) == [7, 7])
    }

    @Test(arguments: ["\u{8}http/1.1", "\u{2}h2\u{8}http/1.1"])
    func `[RFC 7301 3.2] HTTP/1.1 is chosen among what a client offers`(offer: String) throws {
        let context = try TLSFiles.client()
        SSL_CTX_set_alpn_protos(context.handle, offer, UInt32(offer.utf8.count))
        let pair = try TLSPair(TLSFiles.server(), context)
        _ = pair.shakeHands()
        var start: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(pair.client.handle, &start, &count)
        #expect(Array(UnsafeBufferPointer(start: start, count: Int(count))) == Array("http/1.1".utf8))
    }

    @Test func `until it is done the poller is asked for what it needs, whatever the owner wants`() throws {
        let pair = try TLSPair()
        #expect(pair.server.interest(for: .write) == .read)
        #expect(pair.server.send([1]) == .wouldBlock)
        _ = pair.shakeHands()
        #expect(pair.server.interest(for: .write) == .write)
        #expect(pair.server.interest(for: []) == [])
    }

    @Test func `it begins before the socket is connected`() throws {
        var listener = try Listener(address: .loopback(port: 0))
        let socket = try Socket.connect(to: listener.address, blocking: false)
        let client = try TLSSocket(client: socket, TLSFiles.client(), host: "127.0.0.1")
        guard case .connection(let accepted) = listener.accept() else {
            Issue.record("the connection did not arrive")
            return
        }
        let server = try TLSSocket(server: accepted, TLSFiles.server())
        for _ in 0..<1_000 where client.version == nil || server.version == nil {
            _ = client.flush()
            _ = client.readOnce()
            _ = server.readOnce()
            usleep(1_000)
        }
        #expect(client.version == .v1_3)
        #expect(server.version == .v1_3)
    }

    @Test(arguments: [TLSVersion.v1_2, .v1_3])
    func `a session is resumed by its ticket`(newest: TLSVersion) throws {
        let (serverContext, clientContext) = (try TLSFiles.server(newest: newest), try TLSFiles.client())
        let first = try TLSPair(serverContext, clientContext)
        _ = first.shakeHands()
        #expect(first.client.isResumed == false)
        let session = SSL_get1_session(first.client.handle)
        defer { SSL_SESSION_free(session) }
        #expect(SSL_SESSION_has_ticket(session) == 1)

        let (clientEnd, serverEnd) = try socketPair()
        let server = try TLSSocket(server: Socket(adopting: serverEnd), serverContext)
        let client = try TLSSocket(
            client: Socket(adopting: clientEnd), clientContext, host: "localhost", resuming: session)
        for _ in 0..<10 { _ = (server.readOnce(), client.readOnce()) }
        #expect(client.isResumed == true)
        #expect(server.isResumed == true)
    }
}

@Suite struct TLSRefusalTests {
    @Test func `[RFC 7301 3.2] a client that offers protocols, but not HTTP/1.1, is refused`() throws {
        let context = try TLSFiles.client()
        SSL_CTX_set_alpn_protos(context.handle, "\u{2}h2", 3)
        let ends = try TLSPair(TLSFiles.server(), context).shakeHands()
        #expect(ends.server.tlsFailure == .noApplicationProtocol)
        guard case .alert(120, _) = ends.client.tlsFailure else {
            Issue.record("\(ends.client)")
            return
        }
    }

    @Test(arguments: ["GET / HTTP/1.1\r\n\r\n", "POST / HTTP/1.1\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\n\r\n"])
    func `plain HTTP is named as what it is`(request: String) throws {
        let raw = try RawPeer()
        _ = raw.peer.send(Array(request.utf8))
        let transfer = raw.server.readOnce().transfer
        #expect(transfer.tlsFailure == .plainHTTP)
        #expect(raw.server.readOnce().transfer == transfer)
        #expect(raw.server.send([1]) == transfer)
        #expect(raw.server.flush() == transfer)
        guard case .failed(let error) = transfer else { return }
        #expect(
            error.description
                == "TLS handshake: the client speaks plain HTTP; "
                + "this port takes only TLS (https:// and wss://)"
        )
    }

    @Test func `what is no TLS at all is refused`() throws {
        let raw = try RawPeer()
        _ = raw.peer.send(Array(repeating: 0xFF, count: 64))
        #expect(raw.server.readOnce().transfer.tlsFailure == .notTLS)
    }

    @Test func `TLS 1.1 is refused with an alert`() throws {
        let raw = try RawPeer()
        var hello: [UInt8] = [3, 2] + Array(repeating: 9, count: 32) + [0, 0, 4, 0xC0, 0x13, 0, 0x2F, 1, 0]
        hello = [22, 3, 1, 0, UInt8(hello.count + 4), 1, 0, 0, UInt8(hello.count)] + hello
        _ = raw.peer.send(hello)
        #expect(raw.server.readOnce().transfer.tlsFailure == .unsupportedVersion)
        // protocol_version, fatal [RFC 8446 6.2].
        #expect(raw.peer.readOnce().bytes.suffix(2) == [2, 70])
    }

    @Test func `a handshake that does not end is cut off`() throws {
        let raw = try RawPeer()
        // A ClientHello of 100,000 bytes, in records of 16,000.
        var stream: [UInt8] = [1, 1, 0x86, 0xA0, 3, 3] + [UInt8](repeating: 0, count: 100_000)
        var seen: Socket.Transfer = .wouldBlock
        var sent = 0
        while !stream.isEmpty, seen == .wouldBlock {
            let piece = Array(stream.prefix(16_000))
            stream.removeFirst(piece.count)
            _ = raw.peer.send([22, 3, 1, UInt8(piece.count >> 8), UInt8(piece.count & 255)] + piece)
            sent += piece.count
            seen = raw.server.readOnce().transfer
        }
        guard case .tooMuch = seen.tlsFailure else {
            Issue.record("\(seen)")
            return
        }
        #expect(sent <= TLSSocket.handshakeMax + 16_000)
    }

    @Test func `a peer that goes in the middle of it has ended`() throws {
        let pair = try TLSPair()
        pair.wire.move(.toServer, max: 100)
        #expect(pair.server.readOnce().transfer == .wouldBlock)
        pair.wire.far.shutdownWrites()
        #expect(pair.server.readOnce().transfer == .ended)
    }

    @Test func `a certificate that nobody vouches for is refused, and the server told`() throws {
        let pair = try TLSPair(TLSFiles.server(), TLSFiles.client(trusting: "other.pem"))
        let ends = pair.shakeHands()
        #expect(ends.client.tlsFailure == .certificateRefused("self-signed certificate"))
        guard case .alert(48, _) = ends.server.tlsFailure else {
            Issue.record("\(ends.server)")
            return
        }
    }

    @Test func `the system's list does not vouch for it either`() throws {
        let pair = try TLSPair(TLSFiles.server(), TLSContext(trusting: .system))
        #expect(pair.shakeHands().client.tlsFailure == .certificateRefused("self-signed certificate"))
    }

    @Test(arguments: ["example.org", "127.0.0.2", "::1"])
    func `a certificate that does not bear the host's name is refused`(host: String) throws {
        let pair = try TLSPair(TLSFiles.server(), TLSFiles.client(), host: host)
        guard case .certificateRefused(let reason) = pair.shakeHands().client.tlsFailure else {
            Issue.record("it was accepted")
            return
        }
        #expect(reason.contains("mismatch"))
    }

    @Test func `an expired certificate is refused`() throws {
        let server = try TLSContext(
            certificateChain: TLSFiles.path("expired.pem"), privateKey: TLSFiles.path("server.key"))
        let pair = try TLSPair(server, TLSFiles.client(trusting: "expired.pem"))
        #expect(pair.shakeHands().client.tlsFailure == .certificateRefused("certificate has expired"))
    }

    @Test(arguments: ["", "local\0host"])
    func `a host without a name is refused`(host: String) throws {
        let (end, _) = try socketPair()
        #expect(throws: SocketError.self) {
            _ = try TLSSocket(client: Socket(adopting: end), TLSFiles.client(), host: host)
        }
    }
}

/// A server, and a peer that speaks what the test makes it say.
private struct RawPeer: ~Copyable {
    let peer: Socket
    let server: TLSSocket

    init() throws {
        let (near, far) = try socketPair()
        self.init(Socket(adopting: near), try TLSSocket(server: Socket(adopting: far), TLSFiles.server()))
    }

    private init(_ peer: consuming Socket, _ server: consuming TLSSocket) {
        self.peer = peer
        self.server = server
    }
}
