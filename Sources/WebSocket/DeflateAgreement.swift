/// What the two ends of a connection agreed on about compression, seen from one of them (RFC 7692).
///
/// It compresses nothing. It is a ``WebSocketConnection``'s licence to inflate, and ``outgoing`` is the
/// owner's to deflate: either with others or alone, for one inflater at the peer can follow only one window.
public struct DeflateAgreement: Sendable {
    /// The window of the peer's messages.
    struct Incoming: Equatable, Sendable {
        let windowBits: Int
        let takesOver: Bool
    }

    /// Which compressed frames may be sent. The two kinds never meet on one connection: a window of its own
    /// would hold messages that the shared one lacks, and each would refer into the other's.
    public enum Outgoing: Sendable {
        /// Those of a ``SharedDeflater`` that the ``SharedReceiver`` made of this admits.
        case shared(SharedWindow)
        /// Those of a ``MessageDeflater`` made of this.
        case dedicated(DedicatedWindow)
    }

    let incoming: Incoming
    public let outgoing: Outgoing
    /// The value of `Sec-WebSocket-Extensions` in a server's reply.
    public let headerValue: String

    /// The most bytes that the connection holds for zlib's sake, in a ``MessageDeflater`` too if it has one.
    public var deflateBytes: Int {
        let inflate = InflateStream.bytes(windowBits: incoming.windowBits)
        switch outgoing {
        case .shared: return inflate
        case .dedicated(let window): return inflate + window.deflateBytes
        }
    }
}

/// What one connection is ready for of messages that are compressed for many, as the handshake allows it.
public struct SharedWindow: Equatable, Sendable {
    let windowBits: Int
    let takesOver: Bool
}

/// A window that one connection's messages are compressed with, as the handshake allows it.
public struct DedicatedWindow: Sendable {
    let windowBits: Int
    let takesOver: Bool
    let settings: DeflateSettings

    /// The most bytes that a ``MessageDeflater`` holds for it.
    public var deflateBytes: Int {
        DeflateStream.bytes(windowBits: windowBits, memLevel: settings.memLevel)
    }
}

// MARK: - The server's side

extension DeflateAgreement {
    /// What a server agrees on: the first offer that its policy can serve, for they come in the order of the
    /// client's preference. Offers are declined one by one; nil if none is left.
    init?(offers values: [String], policy: CompressionPolicy) {
        guard policy.settings != nil else { return nil }
        for element in ExtensionList(values).elements {
            guard let offer = DeflateOffer(element) else { continue }
            guard let agreement = DeflateAgreement(offer, policy) else { continue }
            self = agreement
            return
        }
        return nil
    }

    private init?(_ offer: DeflateOffer, _ policy: CompressionPolicy) {
        guard let settings = policy.settings else { return nil }
        // Section 7.1.2.1 wants the same or a smaller value in the reply. zlib can't compress with 8, so an
        // offer that wants it can't be served: to reply 9 would break the rule.
        let serverLimit = offer.serverMaxWindowBits ?? 15
        guard serverLimit >= 9 else { return nil }

        var reply = DeflateOffer()
        let windowBits = min(settings.windowBits, serverLimit)
        // Without a limit in the offer the client is ready for 15, and for less.
        if offer.serverMaxWindowBits != nil { reply.serverMaxWindowBits = windowBits }
        let takesOver = settings.takesOver && !offer.serverNoContextTakeover
        reply.serverNoContextTakeover = !takesOver
        // Section 7.1.1.2: a client that offers it won't take over whatever we reply, and any may be told to.
        let peerTakesOver = settings.peerTakesOver && !offer.clientNoContextTakeover
        reply.clientNoContextTakeover = !peerTakesOver

        let peerBits: Int
        switch offer.clientMaxWindowBits {
        case .unbounded: peerBits = 15
        case .bounded: peerBits = settings.peerWindowBits
        case .atMost(let bits): peerBits = min(bits, settings.peerWindowBits)
        }
        // A client that promised as little need not be told, least of all 8, which its zlib may not have.
        if peerBits < offer.largestClientWindow { reply.clientMaxWindowBits = .atMost(peerBits) }

        headerValue = reply.headerValue
        incoming = Incoming(windowBits: peerBits, takesOver: peerTakesOver)
        switch policy {
        case .off: return nil
        case .shared: outgoing = .shared(SharedWindow(windowBits: windowBits, takesOver: takesOver))
        case .dedicated:
            outgoing = .dedicated(
                DedicatedWindow(windowBits: windowBits, takesOver: takesOver, settings: settings))
        }
    }
}

extension DeflateOffer {
    fileprivate var largestClientWindow: Int {
        if case .atMost(let bits) = clientMaxWindowBits { bits } else { 15 }
    }
}

// MARK: - The client's side

/// Why a client must fail the connection over a reply's `Sec-WebSocket-Extensions`, RFC 7692 section 5.1.
public struct DeflateReplyError: Error, Equatable {
    public let message: String
}

extension DeflateAgreement {
    /// What a client's `offer` and a server's reply agree on; nil if the server declined, which it does
    /// without the header. `settings` are those that the client compresses with.
    ///
    /// - Parameter values: the value of each occurrence of the header.
    public init?(
        reply values: [String], to offer: DeflateOffer, settings: DeflateSettings
    ) throws(DeflateReplyError) {
        if values.isEmpty { return nil }
        let elements = ExtensionList(values).elements
        guard elements.count == 1, elements[0].name == DeflateOffer.name else {
            throw DeflateReplyError(message: "an extension that was not offered")
        }
        guard let reply = DeflateOffer(elements[0]) else {
            throw DeflateReplyError(message: "a parameter that permessage-deflate doesn't have")
        }
        try DeflateAgreement.check(reply, against: offer)

        var windowBits = min(settings.windowBits, offer.largestClientWindow)
        if case .atMost(let bits) = reply.clientMaxWindowBits { windowBits = min(windowBits, bits) }
        headerValue = reply.headerValue
        incoming = Incoming(
            windowBits: reply.serverMaxWindowBits ?? 15, takesOver: !reply.serverNoContextTakeover)
        let takesOver =
            settings.takesOver && !offer.clientNoContextTakeover && !reply.clientNoContextTakeover
        outgoing = .dedicated(
            DedicatedWindow(windowBits: windowBits, takesOver: takesOver, settings: settings))
    }

    private static func check(
        _ reply: DeflateOffer, against offer: DeflateOffer
    ) throws(DeflateReplyError) {
        if offer.serverNoContextTakeover && !reply.serverNoContextTakeover {
            throw DeflateReplyError(message: "the server would take over its context")
        }
        if let limit = offer.serverMaxWindowBits, (reply.serverMaxWindowBits ?? 16) > limit {
            throw DeflateReplyError(message: "the server would use a larger window")
        }
        switch reply.clientMaxWindowBits {
        case .unbounded: break
        case .bounded: throw DeflateReplyError(message: "client_max_window_bits without a value")
        case .atMost(let bits):
            guard offer.clientMaxWindowBits != .unbounded, bits <= offer.largestClientWindow else {
                throw DeflateReplyError(message: "client_max_window_bits was not offered")
            }
            guard bits >= 9 else { throw DeflateReplyError(message: "zlib has no window of 8 bits") }
        }
    }
}
