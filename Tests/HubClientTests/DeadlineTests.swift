import Foundation
import Testing

@testable import HubClient

struct DeadlineTests {
    @Test(arguments: [0, -1, Int.min])
    func `a deadline that is now has passed`(ms: Int) {
        #expect(Deadline(inMs: ms).hasPassed)
    }

    @Test(arguments: [60_000, Int.max])
    func `a deadline to come leaves time`(ms: Int) {
        let remaining = Deadline(inMs: ms).remainingMs
        #expect(remaining > 0 && Int(remaining) <= ms)
    }

    @Test func `a wait ends when the descriptor is ready, and when the time is over`() throws {
        let pipe = Pipe()
        let reading = pipe.fileHandleForReading.fileDescriptor
        #expect(try !Readying.wait(reading, for: POLLIN, until: Deadline(inMs: 5)))
        pipe.fileHandleForWriting.write(Data([1]))
        #expect(try Readying.wait(reading, for: POLLIN, until: Deadline(inMs: 60_000)))
    }
}
