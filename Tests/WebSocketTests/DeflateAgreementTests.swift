import Testing

@testable import WebSocket

struct DeflateAgreementTests {
    private static func reply(_ offers: [String], _ settings: DeflateSettings = DeflateSettings()) -> String?
    {
        DeflateAgreement(offers: offers, policy: .dedicated(settings))?.headerValue
    }

    private static func dedicated(_ agreement: DeflateAgreement?) -> DedicatedWindow? {
        if case .dedicated(let window) = agreement?.outgoing { window } else { nil }
    }

    // MARK: The server's side

    @Test(
        arguments: [
            // Chromium, node's ws and Python's websockets.
            (
                "permessage-deflate; client_max_window_bits",
                "permessage-deflate; client_no_context_takeover; client_max_window_bits=12", 12
            ),
            // Firefox and Safari.
            ("permessage-deflate", "permessage-deflate; client_no_context_takeover", 15),
            // A client that bounds both windows.
            (
                "permessage-deflate; server_max_window_bits=12; client_max_window_bits=12",
                "permessage-deflate; client_no_context_takeover; server_max_window_bits=12", 12
            ),
            // Starscream.
            (
                "permessage-deflate; client_max_window_bits; server_max_window_bits=15",
                "permessage-deflate; client_no_context_takeover; server_max_window_bits=12; "
                    + "client_max_window_bits=12", 12
            ),
            // Safari before it had permessage-deflate.
            ("x-webkit-deflate-frame", nil, 0),
            (
                "permessage-deflate; client_max_window_bits, x-webkit-deflate-frame",
                "permessage-deflate; client_no_context_takeover; client_max_window_bits=12", 12
            ),
        ] as [(String, String?, Int)])
    func `[W55] the offers of browsers and libraries, and the replies they get`(
        offer: String, reply: String?, peerBits: Int
    ) {
        #expect(Self.reply([offer]) == reply)
        #expect(agreement(offer)?.incoming.windowBits == (reply == nil ? nil : peerBits))
    }

    @Test func `[RFC 7692 7.1] a policy without bounds of its own says nothing that wasn't asked`() {
        let large = DeflateSettings(windowBits: 15, memLevel: 8, peerWindowBits: 15, peerTakesOver: true)
        #expect(Self.reply(["permessage-deflate; client_max_window_bits"], large) == "permessage-deflate")
        #expect(
            Self.reply(["permessage-deflate; server_max_window_bits=15"], large)
                == "permessage-deflate; server_max_window_bits=15")
    }

    @Test func `[RFC 7692 7.1.1] the server forgoes takeover when the client or its policy wants it`() {
        let asked = agreement("permessage-deflate; server_no_context_takeover")
        #expect(asked?.headerValue.contains("; server_no_context_takeover") == true)
        #expect(Self.dedicated(asked)?.takesOver == false)
        let own = agreement("permessage-deflate", DeflateSettings(takesOver: false))
        #expect(own?.headerValue.contains("; server_no_context_takeover") == true)
        #expect(Self.dedicated(own)?.takesOver == false)
        #expect(Self.dedicated(agreement())?.takesOver == true)
    }

    @Test func `[RFC 7692 7.1.1] the client takes over only if both want it`() {
        let settings = DeflateSettings(peerTakesOver: true)
        #expect(agreement("permessage-deflate", settings)?.incoming.takesOver == true)
        let promised = agreement("permessage-deflate; client_no_context_takeover", settings)
        #expect(promised?.incoming.takesOver == false)
        #expect(promised?.headerValue == "permessage-deflate; client_no_context_takeover")
        #expect(agreement()?.incoming.takesOver == false)
    }

    @Test func `[RFC 7692 7.1.2.1] the server's window is the smaller one, and never one of 8 bits`() {
        for bits in 9...15 {
            let agreed = agreement("permessage-deflate; server_max_window_bits=\(bits)")
            #expect(Self.dedicated(agreed)?.windowBits == min(bits, 12))
            #expect(agreed?.headerValue.contains("server_max_window_bits=\(min(bits, 12))") == true)
        }
        #expect(agreement("permessage-deflate; server_max_window_bits=8") == nil)
    }

    @Test func `[RFC 7692 7.1.2.2] the client's window is the smaller one, and told only if it may be told`()
    {
        for bits in 8...15 {
            let agreed = agreement("permessage-deflate; client_max_window_bits=\(bits)")
            #expect(agreed?.incoming.windowBits == min(bits, 12))
            #expect(agreed?.headerValue.contains("client_max_window_bits") == (bits > 12))
        }
        #expect(agreement("permessage-deflate")?.headerValue.contains("client_max_window_bits") == false)
        #expect(agreement("permessage-deflate")?.incoming.windowBits == 15)
    }

    @Test func `[W16] an offer that can't be served is declined, and the next one taken`() {
        let bad = [
            "permessage-deflate; foo=1", "permessage-deflate; server_max_window_bits=8", "a;;b", "other",
        ]
        let good = "permessage-deflate; server_no_context_takeover"
        let reply = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
        #expect(Self.reply(bad + [good, "permessage-deflate"]) == reply)
        #expect(Self.reply([(bad + [good, "permessage-deflate"]).joined(separator: ", ")]) == reply)
        #expect(Self.reply(bad) == nil)
        #expect(Self.reply([]) == nil)
    }

    @Test func `[W58] a policy that is off agrees on nothing`() {
        #expect(DeflateAgreement(offers: ["permessage-deflate"], policy: .off) == nil)
    }

    @Test func `[W57] a policy gives a window of one kind only`() {
        if case .shared(let window) = agreement(isShared: true)?.outgoing {
            #expect(window == SharedWindow(windowBits: 12, takesOver: true))
        } else {
            Issue.record("a shared policy gave no shared window")
        }
        #expect(Self.dedicated(agreement(isShared: false)) != nil)
    }

    @Test func `[W60] what a connection holds is known by its handshake`() {
        #expect(agreement(isShared: true)?.deflateBytes == 4_096 + 8_192)
        #expect(agreement("permessage-deflate", isShared: true)?.deflateBytes == 32_768 + 8_192)
        #expect(agreement()?.deflateBytes == 4_096 + 8_192 + DeflateSettings().deflateBytes)
    }

    // MARK: The client's side

    private static func error(_ reply: [String], to offer: DeflateOffer) -> String? {
        do {
            _ = try DeflateAgreement(reply: reply, to: offer, settings: DeflateSettings())
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `[RFC 7692 5.1] a client takes what its offer allows`() throws {
        let offer = DeflateOffer(DeflateSettings())
        let none = try DeflateAgreement(reply: [], to: offer, settings: DeflateSettings())
        #expect(none == nil)
        let agreed = try DeflateAgreement(
            reply: [
                "permessage-deflate; server_no_context_takeover; server_max_window_bits=10; "
                    + "client_max_window_bits=9; client_no_context_takeover"
            ], to: offer, settings: DeflateSettings())
        #expect(agreed?.incoming == DeflateAgreement.Incoming(windowBits: 10, takesOver: false))
        #expect(Self.dedicated(agreed)?.windowBits == 9 && Self.dedicated(agreed)?.takesOver == false)
    }

    private static let bounded =
        "permessage-deflate; server_no_context_takeover; server_max_window_bits=12"

    @Test(arguments: [
        [""], ["other"], ["permessage-deflate", "permessage-deflate"], ["permessage-deflate, other"],
        ["permessage-deflate; foo"], ["permessage-deflate; server_max_window_bits=12"],
        ["permessage-deflate; server_no_context_takeover"],
        ["permessage-deflate; server_no_context_takeover; server_max_window_bits=13"],
        [bounded + "; client_max_window_bits"],
        [
            bounded + "; client_max_window_bits=13"
        ],
        [
            bounded + "; client_max_window_bits=8"
        ],
    ])
    func `[W55] a client fails a reply that its offer doesn't allow`(reply: [String]) {
        #expect(Self.error(reply, to: DeflateOffer(DeflateSettings())) != nil)
    }

    @Test func `[RFC 7692 7.1.2.2] a window that wasn't offered to be bounded can't be`() {
        #expect(Self.error(["permessage-deflate; client_max_window_bits=10"], to: DeflateOffer()) != nil)
        #expect(Self.error(["permessage-deflate; server_max_window_bits=10"], to: DeflateOffer()) == nil)
    }

    @Test func `a client's every offer and a server's every reply to it agree`() throws {
        for serverBits in 9...15 {
            for clientBits in 9...15 {
                for takesOver in [false, true] {
                    let client = DeflateSettings(
                        windowBits: clientBits, takesOver: takesOver, peerWindowBits: serverBits,
                        peerTakesOver: !takesOver)
                    let offer = DeflateOffer(client)
                    let server = try #require(
                        agreement(offer.headerValue, DeflateSettings(peerTakesOver: true)))
                    let agreed = try #require(
                        try DeflateAgreement(reply: [server.headerValue], to: offer, settings: client))
                    let (up, down) = (Self.dedicated(agreed), Self.dedicated(server))
                    #expect(up?.takesOver == server.incoming.takesOver)
                    #expect(down?.takesOver == agreed.incoming.takesOver)
                    #expect((up?.windowBits ?? 16) <= server.incoming.windowBits)
                    #expect((down?.windowBits ?? 16) <= agreed.incoming.windowBits)
                }
            }
        }
    }
}
