/// Puts messages together out of a server's bytes, where speed is no matter.
struct WholeMessages {
    private(set) var scanner = FrameScanner()
    private var message: [UInt8] = []

    /// Calls `body` with each message that has become whole. A close ends it; pings are not answered, since
    /// no measurement lasts as long as a server's patience.
    mutating func take(_ bytes: [UInt8], _ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var message = self.message
        try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
            try scanner.scan(UnsafeRawBufferPointer(buffer)) { piece throws(Failure) in
                if piece.isControl {
                    if piece.opcode == 0x8 { throw Failure.closed(piece) }
                    return
                }
                message += piece.bytes
                guard piece.isLast else { return }
                try body(message)
                message.removeAll(keepingCapacity: true)
            }
        }
        self.message = message
    }
}

extension Failure {
    /// The server's close frame, RFC 6455 section 5.5.1.
    static func closed(_ piece: FrameScanner.Piece) -> Failure {
        let code = piece.bytes.count >= 2 ? Int(piece.bytes[0]) << 8 | Int(piece.bytes[1]) : 0
        return Failure(.dataError, "the server closed a connection with code \(code)")
    }
}
