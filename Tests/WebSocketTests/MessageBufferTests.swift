import Testing

@testable import WebSocket

struct MessageBufferTests {
    private static func append(_ bytes: [UInt8], to buffer: inout MessageBuffer) {
        buffer.free(atLeast: bytes.count).copyBytes(from: bytes)
        buffer.advance(by: bytes.count)
    }

    @Test func `what is written stays, through growth`() {
        var buffer = MessageBuffer()
        var expected: [UInt8] = []
        for round in 0..<300 {
            let bytes = [UInt8](repeating: UInt8(round & 0xFF), count: round)
            Self.append(bytes, to: &buffer)
            expected += bytes
        }
        let same = buffer.bytes.elementsEqual(expected)
        buffer.removeLast(4)
        let shorter = buffer.bytes.elementsEqual(expected.dropLast(4))
        #expect(same && shorter)
    }

    @Test func `there is as much room as was asked for`() {
        var buffer = MessageBuffer()
        for size in [1, 511, 512, 513, 10_000] {
            let room = buffer.free(atLeast: size).count
            #expect(room >= size)
            buffer.advance(by: size)
        }
    }

    @Test func `what a small message took is kept, what a large one took isn't`() {
        var buffer = MessageBuffer()
        Self.append([UInt8](repeating: 1, count: 4_096), to: &buffer)
        buffer.trim()
        let inUse = buffer.capacity
        buffer.clear()
        let kept = buffer.capacity
        buffer.trim()
        let trimmed = buffer.capacity
        Self.append([UInt8](repeating: 1, count: 4_097), to: &buffer)
        buffer.clear()
        let (large, count) = (buffer.capacity, buffer.count)
        #expect(inUse == 4_096 && kept == 4_096 && trimmed == 0 && large == 0 && count == 0)
    }
}
