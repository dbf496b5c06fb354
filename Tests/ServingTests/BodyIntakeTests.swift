import TestSupport
import Testing

@testable import Serving

@Suite struct BodyIntakeTests {
    @Test func `a body that comes in parts is given whole, and nothing of what is behind it`() {
        let sent = Array("the body, and then more".utf8)
        for parts in cuts(of: sent) {
            var given: [[UInt8]] = []
            let intake = BodyIntake(length: 8) { given.append($0) }
            var rest: [UInt8] = []
            for part in parts {
                let count = part.withUnsafeBytes { intake.take($0) }
                rest += part.dropFirst(count)
            }
            #expect(intake.isWhole)
            intake.finish()
            #expect(given == [Array("the body".utf8)] && rest == Array(", and then more".utf8))
        }
    }

    @Test func `a body that has not come whole says so`() {
        let intake = BodyIntake(length: 3) { _ in }
        #expect(!intake.isWhole)
        #expect([UInt8]([1, 2]).withUnsafeBytes { intake.take($0) } == 2)
        #expect(!intake.isWhole)
    }
}
