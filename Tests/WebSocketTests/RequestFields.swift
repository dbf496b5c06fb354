import WebSocket

/// The header fields of a handshake's request, each a list with a value for each of its occurrences.
struct RequestFields: HandshakeFields {
    var upgrade: [String] = []
    var connection: [String] = []
    var key: [String] = []
    var version: [String] = []
    var protocols: [String] = []
    var extensions: [String] = []

    func withValues(of name: StaticString, _ body: (RawSpan) -> Void) {
        let values =
            switch name.description {
            case "Upgrade": upgrade
            case "Connection": connection
            case "Sec-WebSocket-Key": key
            case "Sec-WebSocket-Version": version
            case "Sec-WebSocket-Protocol": protocols
            case "Sec-WebSocket-Extensions": extensions
            default: [String]()
            }
        for value in values { body(Array(value.utf8).span.bytes) }
    }
}
