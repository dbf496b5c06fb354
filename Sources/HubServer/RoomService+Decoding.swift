import HubProtocol
import Serving
import WebSocket

/// What bytes mean that came on a WebSocket.
extension RoomService {
    /// A message, or what is wrong with it; nil for one of a kind that has no place there.
    func decode(
        _ kind: MessageKind, _ bytes: RawSpan, on connection: ClientConnection
    ) -> Result<ClientMessage, ProtocolError>? {
        if let reader = readers[connection.token] {
            guard kind == .binary else { return nil }
            let body = bytes.withUnsafeBytes { [UInt8]($0) }
            return .success(.document(DocumentMessage(name: reader.document, body: body)))
        }
        do throws(ProtocolError) {
            switch kind {
            case .text: return .success(try MessageCodec.decode(bytes))
            case .binary: return .success(.document(try DocumentMessage(decoding: bytes)))
            }
        } catch {
            return .failure(error)
        }
    }
}
