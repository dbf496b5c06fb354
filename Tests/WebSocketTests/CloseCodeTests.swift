import Testing
import WebSocket

struct CloseCodeTests {
    @Test func `[W40] [RFC 6455 7.4] of all numbers exactly the usable ones are valid on the wire`() {
        for number in UInt16.min...UInt16.max {
            let named: Set<UInt16> = [
                1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014,
            ]
            let expected = named.contains(number) || (number >= 3000 && number < 5000)
            if CloseCode(rawValue: number).isValidOnWire != expected { Issue.record("\(number)") }
        }
    }

    @Test func `[W46] the codes that stand for what no frame said are never sent`() {
        let unsent: [CloseCode] = [.noStatusReceived, .abnormalClosure, .tlsHandshake]
        #expect(unsent.allSatisfy { !$0.isValidOnWire })
    }
}
