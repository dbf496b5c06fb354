internal import HTTP1
internal import HubProtocol
internal import WebSocket

/// The client's side of one opening handshake (RFC 6455 4.1): what is asked, and what an answer to it means.
///
/// It sends and reads nothing.
struct UpgradeExchange {
    /// What the answer makes us do.
    enum Outcome: Equatable {
        case upgraded
        case redirected(HubAddress)
        /// The status; a body that explains it may follow.
        case refused(Int)
    }

    let address: HubAddress
    private let key: String

    /// - Parameter random: 16 bytes that nobody can foretell.
    init(_ address: HubAddress, random: [UInt8]) {
        self.address = address
        key = OpeningHandshake.makeKey(random)
    }

    var request: [UInt8] {
        let lines = [
            "GET \(address.path) HTTP/1.1", "Host: \(address.authority)", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: \(MessageCodec.subprotocol)", "", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    func outcome(_ head: ResponseHead) throws(HubClientError) -> Outcome {
        switch head.status {
        case 101:
            try check(head.headers)
            return .upgraded
        case 307, 308:
            guard let location = head.headers["Location"] else {
                throw .broken("a redirect that leads nowhere")
            }
            return .redirected(try target(location))
        default:
            return .refused(head.status)
        }
    }

    private func target(_ location: String) throws(HubClientError) -> HubAddress {
        // RFC 9110 10.2.2: a reference relative to what was asked for, by scheme or by host.
        if location.hasPrefix("//") { return try HubAddress(parsing: "ws:\(location)") }
        if location.hasPrefix("/") { return try HubAddress(parsing: "ws://\(address.authority)\(location)") }
        return try HubAddress(parsing: location)
    }

    /// What RFC 6455 4.1 has a client verify.
    private func check(_ headers: Headers) throws(HubClientError) {
        guard headers.list("Upgrade", contains: "websocket"), headers.list("Connection", contains: "upgrade")
        else {
            throw .broken("a 101 that does not switch to WebSocket")
        }
        guard headers["Sec-WebSocket-Accept"] == OpeningHandshake.accept(for: key) else {
            throw .broken("a 101 that answers another request")
        }
        guard headers.all("Sec-WebSocket-Extensions").isEmpty else {
            throw .broken("an extension that was not asked for")
        }
        guard headers.all("Sec-WebSocket-Protocol") == [MessageCodec.subprotocol] else {
            throw .broken("it does not speak \(MessageCodec.subprotocol)")
        }
    }
}
