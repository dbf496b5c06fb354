/// An offer of permessage-deflate by a client, RFC 7692 section 7.1. It says nothing of who accepts it.
public struct DeflateOffer: Equatable, Sendable {
    /// What a client says about the window that it compresses with.
    public enum ClientWindow: Equatable, Sendable {
        /// Nothing: it can't be told to use a smaller one.
        case unbounded
        /// It may be told a smaller one.
        case bounded
        /// It uses no larger one than of so many bits, 8 to 15, and may be told a smaller one.
        case atMost(Int)
    }

    static let name = "permessage-deflate"

    /// The server must not refer to its earlier messages.
    public var serverNoContextTakeover = false
    /// The client won't refer to its earlier messages.
    public var clientNoContextTakeover = false
    /// The bits of the largest window that the server may use, 8 to 15; nil is 15.
    public var serverMaxWindowBits: Int?
    public var clientMaxWindowBits = ClientWindow.unbounded

    public init() {}

    /// What a client with `settings` offers: every bound that is below what the RFC gives without a word.
    public init(_ settings: DeflateSettings) {
        serverNoContextTakeover = !settings.peerTakesOver
        clientNoContextTakeover = !settings.takesOver
        serverMaxWindowBits = settings.peerWindowBits < 15 ? settings.peerWindowBits : nil
        clientMaxWindowBits = settings.windowBits < 15 ? .atMost(settings.windowBits) : .bounded
    }

    /// Nil for what section 7.1 has a server decline: a parameter that it doesn't know, that comes twice, or
    /// whose value is none of those it may have.
    init?(_ element: ExtensionList.Element) {
        guard element.name == DeflateOffer.name else { return nil }
        var seen: Set<String> = []
        for parameter in element.parameters {
            guard seen.insert(parameter.name).inserted else { return nil }
            switch (parameter.name, parameter.value) {
            case ("server_no_context_takeover", nil): serverNoContextTakeover = true
            case ("client_no_context_takeover", nil): clientNoContextTakeover = true
            case ("server_max_window_bits", let value?):
                guard let bits = DeflateOffer.windowBits(value) else { return nil }
                serverMaxWindowBits = bits
            case ("client_max_window_bits", nil): clientMaxWindowBits = .bounded
            case ("client_max_window_bits", let value?):
                guard let bits = DeflateOffer.windowBits(value) else { return nil }
                clientMaxWindowBits = .atMost(bits)
            default: return nil
            }
        }
    }

    /// The value of `Sec-WebSocket-Extensions`, which a reply writes alike.
    public var headerValue: String {
        var text = DeflateOffer.name
        if serverNoContextTakeover { text += "; server_no_context_takeover" }
        if clientNoContextTakeover { text += "; client_no_context_takeover" }
        if let serverMaxWindowBits { text += "; server_max_window_bits=\(serverMaxWindowBits)" }
        switch clientMaxWindowBits {
        case .unbounded: break
        case .bounded: text += "; client_max_window_bits"
        case .atMost(let bits): text += "; client_max_window_bits=\(bits)"
        }
        return text
    }

    /// A decimal number from 8 to 15 without leading zeroes, section 7.1.2.
    private static func windowBits(_ text: String) -> Int? {
        (8...15).first { String($0) == text }
    }
}
