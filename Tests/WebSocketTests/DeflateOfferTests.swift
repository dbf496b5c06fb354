import Testing

@testable import WebSocket

struct DeflateOfferTests {
    private static func parse(_ text: String) -> DeflateOffer? {
        ExtensionList([text]).elements.first.flatMap { DeflateOffer($0) }
    }

    @Test func `[RFC 7692 7.1] every parameter is read`() throws {
        let all = try #require(
            Self.parse(
                "permessage-deflate; client_max_window_bits=9; server_no_context_takeover; "
                    + "server_max_window_bits=\"15\"; client_no_context_takeover"))
        #expect(all.serverNoContextTakeover && all.clientNoContextTakeover)
        #expect(all.serverMaxWindowBits == 15 && all.clientMaxWindowBits == .atMost(9))
        let bare = try #require(Self.parse("permessage-deflate"))
        #expect(bare == DeflateOffer())
        #expect(Self.parse("permessage-deflate; client_max_window_bits")?.clientMaxWindowBits == .bounded)
    }

    @Test(arguments: [
        "foo=1", "constructor", "__proto__", "server_no_context_takeover=1",
        "client_no_context_takeover=true",
        "server_max_window_bits", "server_max_window_bits=7", "server_max_window_bits=16",
        "server_max_window_bits=016", "server_max_window_bits=09", "server_max_window_bits=+9",
        "server_max_window_bits=1e1", "server_max_window_bits=99999999999999999999",
        "client_max_window_bits=7",
        "client_max_window_bits=016", "client_max_window_bits=0", "client_max_window_bits=\"\"",
        "client_max_window_bits; client_max_window_bits",
        "client_max_window_bits=9; client_max_window_bits=9",
        "server_no_context_takeover; server_no_context_takeover",
        "server_max_window_bits=10; server_max_window_bits=11", "SERVER_MAX_WINDOW_BITS=10",
    ])
    func `[W16] a parameter that is unknown, double or has a wrong value spoils its offer`(parameters: String)
    {
        #expect(Self.parse("permessage-deflate; " + parameters) == nil)
    }

    @Test(arguments: ["x-webkit-deflate-frame", "permessage-bzip2", "constructor", "permessage-deflat"])
    func `[W16] another extension is none of ours`(name: String) {
        #expect(Self.parse(name) == nil)
    }

    @Test func `what is written is read back`() {
        for server in [false, true] {
            for client in [false, true] {
                for bits in [nil, 8, 15] as [Int?] {
                    for window in [DeflateOffer.ClientWindow.unbounded, .bounded, .atMost(10)] {
                        var offer = DeflateOffer()
                        offer.serverNoContextTakeover = server
                        offer.clientNoContextTakeover = client
                        offer.serverMaxWindowBits = bits
                        offer.clientMaxWindowBits = window
                        #expect(Self.parse(offer.headerValue) == offer)
                    }
                }
            }
        }
    }

    @Test func `a client offers the bounds that its settings have`() {
        #expect(
            DeflateOffer(DeflateSettings()).headerValue
                == "permessage-deflate; server_no_context_takeover; server_max_window_bits=12; "
                + "client_max_window_bits=12")
        let large = DeflateSettings(windowBits: 15, peerWindowBits: 15, peerTakesOver: true)
        #expect(DeflateOffer(large).headerValue == "permessage-deflate; client_max_window_bits")
    }
}
