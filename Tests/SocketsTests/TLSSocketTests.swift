import COpenSSL
import Glibc
import Testing

@testable import Sockets

@Suite struct TLSSocketTests {
    @Test(arguments: [TLSVersion.v1_2, .v1_3])
    func `eight messages of 1 MiB each way at once arrive byte for byte`(newest: TLSVersion) throws {
        let (near, far) = try socketPair(bufferBytes: 20_000)
        let server = try TLSSocket(server: Socket(adopting: near), TLSFiles.server(newest: newest))
        let client = try TLSSocket(client: Socket(adopting: far), TLSFiles.client(), host: "localhost")
        var (up, down) = (Stream(seed: 1, total: 8 << 20), Stream(seed: 2, total: 8 << 20))
        var dice = Dice(seed: 3)
        var idle = 0
        while idle < 1_000, !(up.isDone && down.isDone) {
            let before = (up.received, down.received)
            up.write(to: client, most: 1 + dice.roll(1 << 20))
            down.read(from: client, most: 1 + dice.roll(100_000))
            down.write(to: server, most: 1 + dice.roll(1 << 20))
            up.read(from: server, most: 1 + dice.roll(100_000))
            idle = before == (up.received, down.received) ? idle + 1 : 0
        }
        #expect(up.isDone && down.isDone)
        #expect(up.mistakes == 0 && down.mistakes == 0)
    }

    @Test func `after a write that would block, others than the same bytes may be written`() throws {
        let pair = try TLSPair(bufferBytes: 5_000)
        shake(pair)
        var dice = Dice(seed: 5)
        var accepted: [UInt8] = []
        var heard: [UInt8] = []
        var refusals = 0
        for round in 0..<3_000 {
            // Another length and other bytes each time, and never what was refused before.
            let bytes = [UInt8](repeating: UInt8(round & 255), count: 1 + dice.roll(40_000))
            switch pair.server.send(bytes) {
            case .bytes(let count): accepted += bytes.prefix(count)
            case .wouldBlock: refusals += 1
            case let other: Issue.record("\(other)")
            }
            pair.wire.move(.toClient, max: 1_500)
            heard += pair.client.readOnce().bytes
        }
        for _ in 0..<10_000 where pair.server.hasUnsent || heard.count < accepted.count {
            _ = pair.server.flush()
            pair.wire.move(.toClient, max: 1_500)
            heard += pair.client.readOnce().bytes
        }
        #expect(refusals > 100)
        #expect(heard == accepted)
    }

    @Test func `what is unsent is bounded, and asked to be written whatever the owner wants`() throws {
        let pair = try TLSPair(bufferBytes: 5_000)
        shake(pair)
        let block = [UInt8](repeating: 1, count: 1 << 20)
        #expect(pair.server.send(block) == .bytes(TLSSocket.writeMax))
        #expect(pair.server.send(block) == .wouldBlock)
        #expect(pair.server.hasUnsent == true)
        #expect(pair.server.interest(for: .read) == [.read, .write])
        #expect(pair.server.flush() == .wouldBlock)
    }

    @Test func `bytes above the descriptor are pending, and the poller is silent on them`() throws {
        let pair = try TLSPair()
        shake(pair)
        #expect(pair.client.send([UInt8](repeating: 3, count: 10_000)) == .bytes(10_000))
        pair.wire.move(.toServer)
        #expect(pair.server.readOnce(max: 4_000).bytes.count == 4_000)
        #expect(pair.server.hasPending == true)
        var poller = try Poller()
        try poller.add(pair.server.descriptor, token: 1, interest: .read)
        try poller.wait(timeoutMs: 0) { _, _ in Issue.record("the bytes are not in the kernel any more") }
        #expect(pair.server.readOnce(max: 4_000).bytes.count == 4_000)
        #expect(pair.server.hasPending == true)
        #expect(pair.server.readOnce(max: 4_000).bytes.count == 2_000)
        #expect(pair.server.hasPending == false)
        #expect(pair.server.readOnce().transfer == .wouldBlock)
    }

    @Test func `one read brings as many records as came`() throws {
        let pair = try TLSPair()
        shake(pair)
        for number in 0..<16 { _ = pair.client.send([UInt8(number)]) }
        pair.wire.move(.toServer)
        #expect(pair.server.readOnce().bytes == (0..<16).map { UInt8($0) })
    }

    @Test func `an end behind bytes is told next time, and counts as pending`() throws {
        let pair = try TLSPair()
        shake(pair)
        _ = pair.client.send([1])
        pair.client.shutdownWrites()
        pair.wire.move(.toServer)
        #expect(pair.server.readOnce().bytes == [1])
        #expect(pair.server.hasPending == true)
        #expect(pair.server.readOnce().transfer == .ended)
        #expect(pair.server.hasPending == false)
        #expect(pair.server.readOnce().transfer == .ended)
    }

    @Test(arguments: [TLSVersion.v1_2, .v1_3])
    func `a farewell ends one direction, and the other answers it`(newest: TLSVersion) throws {
        let pair = try TLSPair(newest: newest)
        shake(pair)
        pair.client.shutdownWrites()
        #expect(pair.client.send([1]) == .ended)
        pair.wire.move(.toServer)
        #expect(pair.server.readOnce().transfer == .ended)
        #expect(pair.server.send([5]) == .bytes(1))
        pair.server.shutdownWrites()
        pair.wire.move(.toClient)
        #expect(pair.client.readOnce().bytes == [5])
        #expect(pair.client.readOnce().transfer == .ended)
    }

    @Test func `a farewell stands behind all that was written`() throws {
        let pair = try TLSPair(bufferBytes: 5_000)
        shake(pair)
        let block = (0..<60_000).map { UInt8($0 % 251) }
        #expect(pair.server.send(block) == .bytes(60_000))
        pair.server.shutdownWrites()
        pair.server.shutdownWrites()
        #expect(pair.server.hasUnsent == true)
        var heard: [UInt8] = []
        var last: Socket.Transfer = .wouldBlock
        for _ in 0..<1_000 where last != .ended {
            pair.wire.move(.toClient, max: 1_500)
            let (transfer, bytes) = pair.client.readOnce()
            (last, heard) = (transfer, heard + bytes)
            _ = pair.server.flush()
        }
        #expect(heard == block)
        #expect(last == .ended)
        #expect(pair.wire.far.readOnce().transfer == .ended)
    }

    @Test func `an end without a farewell is an end, and may still be answered`() throws {
        let pair = try TLSPair()
        shake(pair)
        _ = pair.client.send([1])
        pair.wire.move(.toServer)
        pair.wire.far.shutdownWrites()
        #expect(pair.server.readOnce().bytes == [1])
        #expect(pair.server.readOnce().transfer == .ended)
        #expect(pair.server.send([2]) == .bytes(1))
        pair.wire.move(.toClient)
        #expect(pair.client.readOnce().bytes == [2])
    }

    @Test func `a record cut off by the end is an end`() throws {
        let pair = try TLSPair()
        shake(pair)
        _ = pair.client.send([UInt8](repeating: 1, count: 1_000))
        pair.wire.move(.toServer, max: 500)
        pair.wire.far.shutdownWrites()
        var last: Socket.Transfer = .wouldBlock
        for _ in 0..<3 where last == .wouldBlock { last = pair.server.readOnce().transfer }
        #expect(last == .ended)
    }

    @Test func `a peer that is gone ends the writing`() throws {
        let (near, far) = try socketPair()
        let server = try TLSSocket(server: Socket(adopting: near), TLSFiles.server())
        try connectAndLeave(far, server)
        #expect(server.send([1]) == .ended)
        #expect(server.flush() == .ended)
    }

    @Test(arguments: [TLSVersion.v1_2, .v1_3])
    func `a bit that changed on the way breaks it off, and the peer is told`(newest: TLSVersion) throws {
        let pair = try TLSPair(newest: newest)
        shake(pair)
        _ = pair.client.send([1, 2, 3])
        pair.wire.move(.toServer) { $0[$0.count - 1] ^= 1 }
        guard case .violation(let reason) = pair.server.readOnce().transfer.tlsFailure else {
            Issue.record("it was taken")
            return
        }
        #expect(reason.contains("bad record mac"))
        pair.wire.move(.toClient)
        guard case .alert(20, _) = pair.client.readOnce().transfer.tlsFailure else {
            Issue.record("the client was not told")
            return
        }
    }

    @Test func `new keys may be asked for at any time`() throws {
        let pair = try TLSPair()
        shake(pair)
        #expect(SSL_key_update(pair.client.handle, SSL_KEY_UPDATE_REQUESTED) == 1)
        #expect(pair.client.send([1]) == .bytes(1))
        pair.wire.move(.toServer)
        #expect(pair.server.readOnce().bytes == [1])
        #expect(pair.server.send([2]) == .bytes(1))
        pair.wire.move(.toClient)
        #expect(pair.client.readOnce().bytes == [2])
    }

    @Test func `who asks for new keys without end and reads none is bounded`() throws {
        let pair = try TLSPair(bufferBytes: 5_000)
        shake(pair)
        var last: Socket.Transfer = .wouldBlock
        for _ in 0..<20_000 {
            SSL_key_update(pair.client.handle, SSL_KEY_UPDATE_REQUESTED)
            _ = pair.client.send([1])
            pair.wire.move(.toServer)
            last = pair.server.readOnce().transfer
            guard last == .bytes(1) else { break }
        }
        guard case .tooMuch = last.tlsFailure else {
            Issue.record("\(last)")
            return
        }
        #expect(pair.server.wire.unsentCount < TLSSocket.unsentMax + 100)
    }

    @Test func `a renegotiation is refused, and what was open stays open`() throws {
        let pair = try TLSPair(newest: .v1_2)
        shake(pair)
        SSL_clear_options(pair.client.handle, chatos_ssl_op_no_renegotiation)
        #expect(SSL_renegotiate(pair.client.handle) == 1)
        SSL_do_handshake(pair.client.handle)
        pair.wire.move(.toServer)
        #expect(pair.server.readOnce().transfer == .wouldBlock)
        #expect(pair.server.send([8]) == .bytes(1))
    }

    @Test func `an idle connection keeps nothing it once sent or received`() throws {
        let pair = try TLSPair()
        shake(pair)
        #expect(pair.server.send([UInt8](repeating: 1, count: 60_000)) == .bytes(60_000))
        pair.wire.move()
        #expect(pair.server.hasUnsent == false)
        #expect(pair.server.wire.keptBytes == 0)
    }

    private func shake(_ pair: borrowing TLSPair) {
        for _ in 0..<1_000 where pair.client.version == nil || pair.server.version == nil {
            pair.wire.move(.toServer, max: 1_500)
            _ = pair.server.readOnce()
            pair.wire.move(.toClient, max: 1_500)
            _ = pair.client.readOnce()
        }
        #expect(pair.client.version != nil && pair.server.version != nil)
        // The ticket is on its way.
        for _ in 0..<3 {
            pair.wire.move(.toClient)
            _ = pair.client.readOnce()
        }
    }

    private func connectAndLeave(_ descriptor: Int32, _ server: borrowing TLSSocket) throws {
        let client = try TLSSocket(client: Socket(adopting: descriptor), TLSFiles.client(), host: "localhost")
        for _ in 0..<10 { _ = (server.readOnce(), client.readOnce()) }
        #expect(server.version != nil)
    }
}

/// Bytes that go one way, each of which tells where it belongs.
private struct Stream {
    private let block: [UInt8]
    private let total: Int
    private var sent = 0
    private(set) var received = 0
    private(set) var mistakes = 0
    private var buffer = [UInt8](repeating: 0, count: 100_001)

    init(seed: UInt64, total: Int) {
        var dice = Dice(seed: seed)
        // A prime, so that no record's length fits it.
        block = (0..<1_048_583).map { _ in UInt8(dice.roll(256)) }
        self.total = total
    }

    var isDone: Bool { received == total }

    mutating func write(to socket: borrowing TLSSocket, most: Int) {
        let start = sent % block.count
        let part = block[start..<min(block.count, start + min(most, total - sent))]
        guard !part.isEmpty else {
            _ = socket.flush()
            return
        }
        switch part.withUnsafeBytes({ socket.write($0) }) {
        case .bytes(let count): sent += count
        case .wouldBlock: return
        case .ended, .failed: mistakes += 1
        }
    }

    mutating func read(from socket: borrowing TLSSocket, most: Int) {
        let transfer = buffer.withUnsafeMutableBytes { raw in
            socket.read(into: UnsafeMutableRawBufferPointer(rebasing: raw[..<most]))
        }
        switch transfer {
        case .bytes(let count):
            var done = 0
            while done < count {
                let start = received % block.count
                let length = min(count - done, block.count - start)
                if buffer[done..<done + length] != block[start..<start + length] { mistakes += 1 }
                done += length
                received += length
            }
        case .wouldBlock: return
        case .ended, .failed: mistakes += 1
        }
    }
}
