import HubProtocol
import Testing

@Suite struct DisconnectTests {
    @Test(arguments: Disconnect.allCases)
    func `[RFC 6455 5.5.1] a reason fits the close frame`(disconnect: Disconnect) {
        #expect((1...123).contains(disconnect.reason.utf8.count))
    }

    @Test func `the hub's own codes are in the range for applications`() {
        for disconnect in Disconnect.allCases where disconnect.rawValue >= 3_000 {
            #expect((4_000..<5_000).contains(disconnect.rawValue))
        }
    }
}
