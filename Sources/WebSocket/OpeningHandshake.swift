/// The opening handshake of RFC 6455 section 4: what a server answers, and what a client asks and checks.
///
/// It parses no HTTP and writes none; it takes header values and gives back what belongs in the response.
public enum OpeningHandshake {
    /// What a server needs from the request. The lists hold a value for each occurrence of the header.
    public struct Request: Sendable {
        public var method: String
        public var isHTTP11: Bool
        /// `Upgrade`
        public var upgrade: [String]
        /// `Connection`
        public var connection: [String]
        /// `Sec-WebSocket-Key`
        public var key: [String]
        /// `Sec-WebSocket-Version`
        public var version: [String]
        /// `Sec-WebSocket-Protocol`
        public var protocols: [String]
        /// `Sec-WebSocket-Extensions`; none is agreed on yet, so nothing here is ever an error.
        public var extensions: [String]
        /// Whether the request announces a body, of whatever length and encoding.
        public var hasBody: Bool

        public init(
            method: String, isHTTP11: Bool, upgrade: [String], connection: [String], key: [String],
            version: [String], protocols: [String] = [], extensions: [String] = [], hasBody: Bool = false
        ) {
            self.method = method
            self.isHTTP11 = isHTTP11
            self.upgrade = upgrade
            self.connection = connection
            self.key = key
            self.version = version
            self.protocols = protocols
            self.extensions = extensions
            self.hasBody = hasBody
        }
    }

    public enum Answer: Sendable {
        /// Switch protocols (101) with `Upgrade: websocket`, `Connection: Upgrade`, `Sec-WebSocket-Accept`,
        /// and `Sec-WebSocket-Protocol` if there is one. No `Sec-WebSocket-Extensions`, not even an empty
        /// one.
        case accept(acceptValue: String, subprotocol: String?)
        /// Answer with `status` and these headers, and close the connection.
        case refuse(status: Int, extraHeaders: [(String, String)], message: String)
    }

    /// What a server that speaks `subprotocols` answers. It takes the first the client offers that it speaks;
    /// a client that offers some but none of them is refused, for the two have nothing to say to each other.
    public static func answer(_ request: Request, subprotocols: [String]) -> Answer {
        if let refusal = refusal(of: request) { return refusal }
        guard let key = onlyValue(of: request.key), Base64.decode(key)?.count == 16 else {
            return refuse(400, "Sec-WebSocket-Key must be the base64 of 16 bytes, once")
        }
        let offered = HeaderList(request.protocols).elements
        let agreed = offered.first { subprotocols.contains($0) }
        if agreed == nil && !offered.isEmpty && !subprotocols.isEmpty {
            return refuse(400, "none of the subprotocols offered is spoken here")
        }
        return .accept(acceptValue: HandshakeDigest.acceptValue(for: key), subprotocol: agreed)
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
        guard HeaderList(request.upgrade).contains("websocket") else {
            // RFC 9110 section 15.5.22 wants the Upgrade field here, and 7.8 its name in Connection.
            let headers = [("Upgrade", "websocket"), ("Connection", "Upgrade")]
            return refuse(426, with: headers, "only WebSocket is spoken here")
        }
        guard HeaderList(request.connection).contains("upgrade") else {
            return refuse(400, "Connection doesn't name Upgrade")
        }
        guard !request.hasBody else {
            return refuse(400, "a WebSocket begins without a body")
        }
        guard onlyValue(of: request.version) == "13" else {
            // RFC 6455 section 4.4: a client that speaks another version learns which one to come back with.
            return refuse(426, with: [("Sec-WebSocket-Version", "13")], "Sec-WebSocket-Version must be 13")
        }
        return nil
    }

    /// The value of a header that must occur once.
    private static func onlyValue(of values: [String]) -> String? {
        guard values.count == 1, let value = values.first else { return nil }
        return String(HeaderList.trim(Substring(value).utf8))
    }

    private static func refuse(
        _ status: Int, with headers: [(String, String)] = [], _ message: String
    ) -> Answer {
        .refuse(status: status, extraHeaders: headers, message: message)
    }
}
