internal import Bytes

/// What a close frame says, RFC 6455 section 5.5.1: nothing, or a code and a reason.
enum ClosePayload {
    /// What the code leaves of the 125 bytes of a control frame.
    static let longestReason = FrameParser.largestControl - 2

    static func parse(_ bytes: RawSpan) throws(ProtocolViolation) -> (code: CloseCode?, reason: String) {
        if bytes.isEmpty { return (nil, "") }
        guard bytes.byteCount >= 2 else { throw .broken("a close frame has half a code") }
        let number = UInt16(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt16.self))
        let code = CloseCode(rawValue: number)
        guard code.isValidOnWire else { throw .broken("a close frame has a code that is never sent") }

        let reason = bytes.extracting(2..<bytes.byteCount)
        var validator = UTF8Validator()
        guard validator.consume(reason), validator.isComplete else { throw .notUTF8 }
        return (code, reason.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    }

    /// The payload that says `code` and as much of `reason` as fits, cut between two scalars.
    static func encode(_ code: CloseCode, reason: String) -> [UInt8] {
        precondition(code.isValidOnWire, "a close frame can't carry \(code.rawValue)")
        var payload = withUnsafeBytes(of: code.rawValue.bigEndian) { Array($0) }
        for scalar in reason.unicodeScalars {
            let bytes = UTF8.encode(scalar)
            guard let bytes, payload.count + bytes.count <= FrameParser.largestControl else { break }
            payload.append(contentsOf: bytes)
        }
        return payload
    }
}
