import Testing
import YCRDT

struct StateVectorTests {
    @Test func `it is written with the highest client first, and read as it was`() throws {
        let vector = StateVector([1: 5, 900: 1, 7: 4_294_967_295, 8: 0])
        #expect(vector.encoded().prefix(3) == [3, 0x84, 0x07])
        #expect(try StateVector(decoding: vector.encoded()) == StateVector([1: 5, 900: 1, 7: 4_294_967_295]))
        #expect(vector[900] == 1 && vector[2] == 0)
        #expect(try StateVector(decoding: [1, 8, 0]) == StateVector())
    }

    @Test func `bytes that are none are refused`() {
        #expect(throws: UpdateError.endsEarly) { try StateVector(decoding: []) }
        #expect(throws: UpdateError.countTooLarge(3)) { try StateVector(decoding: [3, 1, 1]) }
        #expect(throws: UpdateError.trailingBytes(count: 1)) { try StateVector(decoding: [0, 0]) }
        #expect(throws: UpdateError.clientTwice(1)) { try StateVector(decoding: [2, 1, 1, 1, 1]) }
        #expect(throws: UpdateError.clockTooLarge) {
            try StateVector(decoding: [1, 1, 0x80, 0x80, 0x80, 0x80, 0x10])
        }
        var limits = UpdateLimits()
        limits.clients = 1
        #expect(throws: UpdateError.tooManyClients(limit: 1)) {
            try StateVector(decoding: [2, 1, 1, 2, 1], limits: limits)
        }
    }
}
