internal import Bytes

/// The opening handshake of RFC 6455 section 4: what a server answers, and what a client asks and checks.
///
/// It parses no HTTP and writes none; it takes header values and gives back what belongs in the response.
public enum OpeningHandshake {
    /// What a server needs from the request.
    public struct Request: Sendable {
        public var method: String
        public var isHTTP11: Bool
        public var fields: any HandshakeFields
        /// Whether the request announces a body, of whatever length and encoding.
        public var hasBody: Bool

        public init(method: String, isHTTP11: Bool, fields: any HandshakeFields, hasBody: Bool) {
            self.method = method
            self.isHTTP11 = isHTTP11
            self.fields = fields
            self.hasBody = hasBody
        }
    }

    public enum Answer: Sendable {
        /// Switch protocols (101) with `Upgrade: websocket`, `Connection: Upgrade`, `Sec-WebSocket-Accept`,
        /// `Sec-WebSocket-Protocol` if there is one, and `Sec-WebSocket-Extensions` with the agreement's
        /// ``DeflateAgreement/headerValue`` if there is one. Without it there must be none, not even an empty
        /// one.
        case accept(acceptValue: String, subprotocol: String?, compression: DeflateAgreement?)
        /// Answer with `status` and these headers, and close the connection.
        case refuse(status: Int, extraHeaders: [(String, String)], message: String)
    }

    /// What a server that speaks `subprotocols` answers. It takes the first the client offers that it speaks;
    /// a client that offers some but none of them is refused, for the two have nothing to say to each other.
    /// Compression is agreed on if the client offers what the policy can serve; no offer of it is an error.
    public static func answer(
        _ request: Request, subprotocols: [String], compression policy: CompressionPolicy = .off
    ) -> Answer {
        if let refusal = refusal(of: request) { return refusal }
        let key = HeaderList.onlyValue("Sec-WebSocket-Key", in: request.fields)
        guard let key, Base64.decodedCount(key) == 16 else {
            return refuse(400, "Sec-WebSocket-Key must be the base64 of 16 bytes, once")
        }
        let offered = HeaderList.elements("Sec-WebSocket-Protocol", in: request.fields)
        let agreed = offered.first { subprotocols.contains($0) }
        if agreed == nil && !offered.isEmpty && !subprotocols.isEmpty {
            return refuse(400, "none of the subprotocols offered is spoken here")
        }
        return .accept(
            acceptValue: HandshakeDigest.acceptValue(for: key), subprotocol: agreed,
            compression: compression(for: request.fields, policy))
    }

    /// What isn't agreed on is declined, so nothing in `Sec-WebSocket-Extensions` is ever an error.
    private static func compression(
        for fields: any HandshakeFields, _ policy: CompressionPolicy
    ) -> DeflateAgreement? {
        guard policy.settings != nil else { return nil }
        var offers: [String] = []
        fields.withValues(of: "Sec-WebSocket-Extensions") { value in
            offers.append(value.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        }
        return DeflateAgreement(offers: offers, policy: policy)
    }

    /// The `Sec-WebSocket-Key` of a client, from 16 bytes that it chose at random for this connection.
    public static func makeKey(_ random: [UInt8]) -> String {
        precondition(random.count == 16, "a key is made of 16 bytes")
        return Base64.encode(random)
    }

    /// The `Sec-WebSocket-Accept` that a client must find in the response to its `key`, byte for byte.
    public static func accept(for key: String) -> String {
        HandshakeDigest.acceptValue(for: key)
    }

    /// The rules of RFC 6455 section 4.2.1 that aren't about the key.
    private static func refusal(of request: Request) -> Answer? {
        guard request.method == "GET" else {
            return refuse(405, with: [("Allow", "GET")], "a WebSocket begins with GET")
        }
        guard request.isHTTP11 else {
            return refuse(505, "a WebSocket begins with HTTP/1.1")
        }
        guard HeaderList.contains("websocket", "Upgrade", in: request.fields) else {
            // RFC 9110 section 15.5.22 wants the Upgrade field here, and 7.8 its name in Connection.
            let headers = [("Upgrade", "websocket"), ("Connection", "Upgrade")]
            return refuse(426, with: headers, "only WebSocket is spoken here")
        }
        guard HeaderList.contains("upgrade", "Connection", in: request.fields) else {
            return refuse(400, "Connection doesn't name Upgrade")
        }
        guard !request.hasBody else {
            return refuse(400, "a WebSocket begins without a body")
        }
        guard HeaderList.onlyValue("Sec-WebSocket-Version", in: request.fields) == "13" else {
            // RFC 6455 section 4.4: a client that speaks another version learns which one to come back with.
            return refuse(426, with: [("Sec-WebSocket-Version", "13")], "Sec-WebSocket-Version must be 13")
        }
        return nil
    }

    private static func refuse(
        _ status: Int, with headers: [(String, String)] = [], _ message: String
    ) -> Answer {
        .refuse(status: status, extraHeaders: headers, message: message)
    }
}
