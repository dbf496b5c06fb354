import HubProtocol
import Testing

@testable import chatos

struct LogPlaceTests {
    @Test(arguments: [
        ("0", LogPlace.seq(.none)), ("99999999999", .seq(Seq(99_999_999_999) ?? .none)),
        ("100000000000", .time(100_000_000_000)), ("1970-01-02", .time(86_400_000)),
        ("2026-11-30T18:05:00Z", .time(1_796_061_900_000)),
    ])
    func `a place is a seq or a time, as the wire tells them apart`(text: String, place: LogPlace) throws {
        #expect(try LogPlace(text, of: "--from") == place)
    }

    @Test(arguments: ["", "-1", "x", "2026-13-01", "1.5", "99999999999999999999"])
    func `what is neither is a mistake`(text: String) {
        #expect {
            _ = try LogPlace(text, of: "--from")
        } throws: { error in
            let failure = error as? Failure
            return failure?.code == .usage && failure?.message?.hasPrefix("--from: a seq, or a time") == true
        }
    }
}
