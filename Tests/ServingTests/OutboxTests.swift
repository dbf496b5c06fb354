import Sockets
import Testing

@testable import Serving

@Suite struct OutboxTests {
    @Test func `what is appended goes out in order, and empty parts are nothing`() throws {
        let (near, far) = try Ends.pair()
        var outbox = Outbox()
        #expect(outbox.isEmpty)
        outbox.append([])
        #expect(outbox.isEmpty)
        for number in 0..<200 { outbox.append([UInt8](repeating: UInt8(number), count: number)) }
        let expected = (0..<200).flatMap { [UInt8](repeating: UInt8($0), count: $0) }
        #expect(outbox.bytes == expected.count)
        guard case .done = outbox.flush(to: near.transport) else { throw Ends.Failure() }
        #expect(outbox.isEmpty)
        var received: [UInt8] = []
        while received.count < expected.count { received += try far.receive() }
        #expect(received == expected)
    }

    @Test func `a full pipe blocks, and what is dropped ends with a whole frame`() throws {
        let (near, far) = try Ends.pair()
        var outbox = Outbox()
        let part = [UInt8](repeating: 7, count: 1_000_003)
        var appended = 0
        repeat {
            outbox.append(part)
            appended += part.count
        } while outbox.flush(to: near.transport).isDone
        let sent = appended - outbox.bytes
        for _ in 0..<5 { outbox.append(part) }
        outbox.dropUnsent()
        // The rest of the part that was begun, if one was.
        #expect((sent + outbox.bytes) % part.count == 0)
        #expect(outbox.bytes < part.count)
        outbox.append([1, 2, 3])
        let whole = sent + outbox.bytes
        var received: [UInt8] = []
        while received.count < whole {
            _ = outbox.flush(to: near.transport)
            received += try far.receive()
        }
        #expect(outbox.isEmpty)
        #expect(received.suffix(3) == [1, 2, 3])
        #expect(received.dropLast(3).allSatisfy { $0 == 7 })
    }

    @Test(arguments: [true, false])
    func `the rest of a frame that went in part before is no more dropped than one that is begun here`(
        isRest: Bool
    ) {
        var outbox = Outbox()
        ([5, 5, 5] as [UInt8]).withUnsafeBytes { outbox.append($0, isRest: isRest) }
        for _ in 0..<20 { outbox.append([UInt8](repeating: 7, count: 10_000)) }
        outbox.dropUnsent()
        #expect(outbox.bytes == (isRest ? 3 : 0))
    }

    @Test func `once the rest of a frame has gone, what is behind it is dropped like any other`() throws {
        let (near, far) = try Ends.pair()
        var outbox = Outbox()
        ([5, 5, 5] as [UInt8]).withUnsafeBytes { outbox.append($0, isRest: true) }
        #expect(outbox.flush(to: near.transport).isDone)
        #expect(try far.receive(3) == [5, 5, 5])
        outbox.append([1, 2, 3])
        outbox.dropUnsent()
        #expect(outbox.isEmpty)
    }

    @Test func `what is never quite empty goes on in order`() throws {
        let (near, far) = try Ends.pair()
        var outbox = Outbox()
        var next = 0
        var received: [UInt8] = []
        var isBlocked = false
        while received.count < 20 << 20 {
            while outbox.bytes < 4 << 20 {
                outbox.append([UInt8](repeating: UInt8(truncatingIfNeeded: next), count: 50_000))
                next += 1
            }
            if !outbox.flush(to: near.transport).isDone { isBlocked = true }
            received += try far.receive()
        }
        #expect(isBlocked)
        for start in stride(from: 0, to: received.count, by: 50_000) {
            try #require(received[start] == UInt8(truncatingIfNeeded: start / 50_000))
        }
    }

    @Test func `a peer that is gone breaks it`() throws {
        var ends: (near: Ends, far: Ends?) = try Ends.pair()
        ends.far = nil
        var outbox = Outbox()
        var isBroken = false
        for _ in 0..<1_000 where !isBroken {
            outbox.append([UInt8](repeating: 0, count: 100_000))
            if case .broken = outbox.flush(to: ends.near.transport) { isBroken = true }
        }
        #expect(isBroken)
    }
}

extension Outbox.Flush {
    fileprivate var isDone: Bool {
        if case .done = self { true } else { false }
    }
}
