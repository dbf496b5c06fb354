import WebSocket

/// Reads one connection's messages as a real client does, compressed ones too, and counts what that saved.
///
/// Whether they are the right ones is for the caller to say.
final class InflatingReceiver {
    /// What it has received so far.
    struct Traffic {
        var messages = 0
        /// With the frames' headers, control frames too.
        var wireBytes = 0
        var plainBytes = 0

        static func + (one: Traffic, other: Traffic) -> Traffic {
            Traffic(
                messages: one.messages + other.messages, wireBytes: one.wireBytes + other.wireBytes,
                plainBytes: one.plainBytes + other.plainBytes)
        }

        /// Nil before the first message.
        var ratio: Double? { plainBytes == 0 ? nil : Double(wireBytes) / Double(plainBytes) }
    }

    /// What it offers the server: all that a server may do, without a bound.
    static let offer = DeflateOffer()

    private var connection: WebSocketConnection
    private(set) var traffic = Traffic()

    /// - Parameter reply: the values of `Sec-WebSocket-Extensions`; without one all comes plain.
    init(reply: [String]) throws(Failure) {
        let agreement: DeflateAgreement?
        do {
            agreement = try DeflateAgreement(
                reply: reply, to: InflatingReceiver.offer, settings: DeflateSettings(windowBits: 15))
        } catch {
            throw Failure(.dataError, "the server's reply about compression: \(error.message)")
        }
        connection = WebSocketConnection(
            role: .client, limits: WebSocket.Limits(messageBytes: 1 << 25), compression: agreement)
    }

    /// Calls `body` with each message that has become whole; its bytes are valid only during the call.
    func take(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        traffic.wireBytes += bytes.count
        connection.receive(bytes)
        while let event = connection.nextEvent() {
            switch event {
            case .message:
                let message = connection.message
                traffic.messages += 1
                traffic.plainBytes += message.count
                try body(message)
            case .pong: break
            case .closed(let code, let reason):
                throw Failure(
                    .dataError, "the server closed a connection with code \(code?.rawValue ?? 0) \(reason)")
            case .failed(let code, let reason):
                throw Failure(.dataError, "the server's frames are wrong (\(code.rawValue)): \(reason)")
            }
        }
    }
}
