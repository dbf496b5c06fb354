import Bytes
import Testing

struct ReceiveQueueTests {
    private static func contents(_ queue: borrowing ReceiveQueue) -> [UInt8] {
        queue.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
    }

    @Test func `bytes come out in the order in which they went in`() {
        var queue = ReceiveQueue()
        queue.append([1, 2, 3])
        queue.append([])
        queue.append([4, 5])
        #expect(Self.contents(queue) == [1, 2, 3, 4, 5])
        queue.consume(2)
        queue.append([6])
        #expect(Self.contents(queue) == [3, 4, 5, 6])
        let (count, isEmpty) = (queue.count, queue.isEmpty)
        #expect(count == 4 && !isEmpty)
    }

    @Test func `an empty queue has no bytes and no storage`() {
        var queue = ReceiveQueue()
        queue.consume(0)
        let (isEmpty, capacity) = (queue.isEmpty, queue.capacity)
        #expect(isEmpty && capacity == 0)
        #expect(Self.contents(queue) == [])
        queue.withMutableBytes { #expect($0.count == 0) }
    }

    @Test func `bytes can be changed in place`() {
        var queue = ReceiveQueue()
        queue.append([9, 1, 2])
        queue.consume(1)
        queue.withMutableBytes { bytes in
            for index in bytes.indices { bytes[index] ^= 0xFF }
        }
        #expect(Self.contents(queue) == [0xFE, 0xFD])
    }

    @Test func `small storage is kept when the queue runs empty, until it is trimmed`() {
        var queue = ReceiveQueue()
        queue.append([UInt8](repeating: 1, count: 100))
        let before = queue.capacity
        queue.trim()
        let notEmpty = queue.capacity
        queue.consume(100)
        let kept = queue.capacity
        queue.trim()
        let trimmed = queue.capacity
        #expect(before > 0 && notEmpty == before && kept == before && trimmed == 0)
    }

    @Test func `large storage goes back when the queue runs empty`() {
        var queue = ReceiveQueue()
        queue.append([UInt8](repeating: 1, count: ReceiveQueue.keptBytes + 1))
        queue.consume(ReceiveQueue.keptBytes + 1)
        let capacity = queue.capacity
        #expect(capacity == 0)
    }

    @Test func `a queue that is read as it is filled stays small`() {
        var queue = ReceiveQueue()
        queue.append([UInt8](repeating: 0, count: 100))
        for _ in 0..<1_000 {
            queue.append([UInt8](repeating: 0, count: 100))
            queue.consume(100)
        }
        let capacity = queue.capacity
        #expect(capacity <= 1_024)
    }

    @Test func `storage grows by doubling, so that bytewise appends are linear`() {
        var queue = ReceiveQueue()
        var sizes: Set<Int> = []
        for byte in 0..<100_000 {
            queue.append([UInt8(truncatingIfNeeded: byte)])
            sizes.insert(queue.capacity)
        }
        #expect(sizes.count <= 10)
        #expect(Self.contents(queue) == (0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    }

    @Test func `a full queue grows rather than move all its bytes for each one consumed`() {
        var queue = ReceiveQueue()
        queue.append([UInt8](repeating: 1, count: 1_024))
        let full = queue.capacity
        queue.consume(1)
        queue.append([2])
        let grown = queue.capacity
        #expect(full == 1_024 && grown == 2_048)
    }

    @Test func `any mix of appends and consumes agrees with an array`() {
        let seed = UInt64.random(in: .min ... .max)
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var queue = ReceiveQueue()
        var model: [UInt8] = []
        for _ in 0..<2_000 {
            let more = (0..<next(700)).map { _ in UInt8(truncatingIfNeeded: next(256)) }
            queue.append(more)
            model += more
            let gone = next(model.count + 1)
            queue.consume(gone)
            model.removeFirst(gone)
            #expect(Self.contents(queue) == model, "seed \(seed)")
        }
    }

    @Test func `an error thrown by the reader comes through`() {
        struct Refused: Error {}
        let queue = ReceiveQueue()
        var thrown = false
        do {
            try queue.withBytes { _ throws(Refused) in throw Refused() }
        } catch {
            thrown = true
        }
        #expect(thrown)
    }

    @Test func `consuming more than there is is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            var queue = ReceiveQueue()
            queue.append([1])
            queue.consume(2)
        }
    }
}

@Suite struct ReceiveQueueLoanTests {
    private func waiting(_ queue: borrowing ReceiveQueue) -> [UInt8] {
        queue.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
    }

    @Test func `what is borrowed is read where it is, and what is left of it is kept`() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: [1, 2, 3, 4, 5])
        var queue = ReceiveQueue()
        queue.borrow(buffer, count: 5)
        #expect(waiting(queue) == [1, 2, 3, 4, 5])
        queue.consume(2)
        queue.endLoan()
        buffer.initializeMemory(as: UInt8.self, repeating: 9)
        #expect(waiting(queue) == [3, 4, 5])
        queue.append([6])
        #expect(waiting(queue) == [3, 4, 5, 6])
    }

    @Test func `a loan that was used up leaves nothing, and more during a loan ends it`() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: [1, 2, 3, 4])
        var queue = ReceiveQueue()
        queue.borrow(buffer, count: 4)
        queue.consume(4)
        queue.endLoan()
        #expect(queue.isEmpty && queue.capacity == 0)
        queue.borrow(buffer, count: 4)
        queue.append([5])
        queue.endLoan()
        #expect(waiting(queue) == [1, 2, 3, 4, 5])
    }

    @Test func `what waits moves to the front of a buffer, and its storage goes`() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
        defer { buffer.deallocate() }
        var queue = ReceiveQueue()
        queue.append([1, 2, 3])
        queue.consume(1)
        let moved = queue.move(to: buffer)
        #expect(moved == 2 && buffer[0] == 2 && buffer[1] == 3)
        #expect(queue.isEmpty && queue.capacity == 0)
    }

    @Test func `bytes may be written where they will wait`() {
        var queue = ReceiveQueue()
        queue.append([1])
        queue.append(room: 4, total: 100) { room in
            room.copyBytes(from: [2, 3])
            return 2
        }
        #expect(waiting(queue) == [1, 2, 3])
        #expect(queue.capacity >= 100)
    }
}
