import COpenSSL
import Glibc
import Testing

@testable import Sockets

@Suite struct TLSWireTests {
    @Test func `it takes every byte that OpenSSL writes, and sends them in order`() throws {
        let ends = try Ends(bufferBytes: 5_000)
        var written: [UInt8] = []
        for round in 0..<200 {
            let piece = [UInt8](repeating: UInt8(round), count: 997)
            #expect(ends.write(piece) == 997)
            written += piece
        }
        #expect(ends.wire.hasUnsent)
        var heard: [UInt8] = []
        for _ in 0..<1_000 where heard.count < written.count {
            heard += ends.peer.readOnce(max: 2_000).bytes
            ends.wire.flush()
        }
        #expect(heard == written)
        #expect(!ends.wire.hasUnsent)
        #expect(ends.wire.keptBytes == 0)
    }

    @Test func `what is gathered leaves with the flush, in one`() throws {
        let ends = try Ends()
        ends.wire.gather(10)
        _ = (ends.write([1]), ends.write([2]))
        #expect(ends.peer.readOnce().transfer == .wouldBlock)
        ends.wire.flush()
        #expect(ends.peer.readOnce().bytes == [1, 2])
        _ = ends.write([3])
        #expect(ends.peer.readOnce().bytes == [3])
    }

    @Test func `a short read is the last of its turn`() throws {
        let ends = try Ends()
        _ = ends.peer.send([1, 2, 3])
        #expect(ends.read(2) == [1, 2])
        #expect(ends.read(2) == [3])
        _ = ends.peer.send([4])
        #expect(ends.read(2) == nil)
        ends.wire.beginTurn()
        #expect(ends.read(2) == [4])
        #expect(ends.wire.received == 4)
    }

    @Test func `an end is kept apart from an error`() throws {
        let ends = try Ends()
        ends.peer.shutdownWrites()
        #expect(ends.read(2) == [])
        #expect(ends.wire.hasEnded)
        #expect(ends.wire.readError == 0)
    }

    @Test func `writing to a peer that is gone is noted, raises no signal, and keeps nothing`() throws {
        let (near, far) = try socketPair()
        let wire = TLSWire(descriptor: near)
        defer { close(near) }
        close(far)
        wire.gather(1)
        let method = try #require(TLSWire.makeMethod())
        defer { BIO_meth_free(method) }
        let bio = try #require(wire.makeBIO(method))
        defer { BIO_free(bio) }
        #expect(BIO_write(bio, [1, 2] as [UInt8], 2) == 2)
        wire.flush()
        #expect(wire.writeError == EPIPE)
        #expect(BIO_write(bio, [3] as [UInt8], 1) == 1)
        #expect(!wire.hasUnsent)
    }
}

/// A wire with its BIO, and what is at its other end.
private struct Ends: ~Copyable {
    let near: Socket
    let peer: Socket
    let wire: TLSWire
    private let method: OpaquePointer
    private let bio: OpaquePointer

    init(bufferBytes: Int32? = nil) throws {
        let (near, far) = try socketPair(bufferBytes: bufferBytes)
        let wire = TLSWire(descriptor: near)
        let method = try #require(TLSWire.makeMethod())
        let bio = try #require(wire.makeBIO(method))
        self.init(Socket(adopting: near), Socket(adopting: far), wire, method, bio)
    }

    private init(
        _ near: consuming Socket, _ peer: consuming Socket, _ wire: TLSWire, _ method: OpaquePointer,
        _ bio: OpaquePointer
    ) {
        self.near = near
        self.peer = peer
        self.wire = wire
        self.method = method
        self.bio = bio
    }

    deinit {
        BIO_free(bio)
        BIO_meth_free(method)
    }

    func write(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { Int(BIO_write(bio, $0.baseAddress, Int32($0.count))) }
    }

    /// Nil when there is nothing for now, none when there will be nothing more.
    func read(_ count: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        let got = BIO_read(bio, &buffer, Int32(count))
        if got <= 0, BIO_test_flags(bio, BIO_FLAGS_SHOULD_RETRY) != 0 { return nil }
        return Array(buffer.prefix(max(0, Int(got))))
    }
}
