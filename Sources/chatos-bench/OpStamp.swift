/// The logged ops of one client, each with the client and its number in it, so that the client knows its own
/// copy among what a room says, which is the acknowledgement ([OP3]), and none is lost or doubled unseen.
struct OpStamp {
    private static let digits = 8
    private let template: [UInt8]
    private let numberPlace: Int
    private let tail: [UInt8]

    /// - Parameter size: the bytes of each op.
    init(client: Int, size: Int) throws(Failure) {
        let head = Array(#"{"type":"note","id":""#.utf8)
        let middle = Array(#"","body":""#.utf8)
        tail = Array(#"","by":"\#(OpStamp.text(client))"}"#.utf8)
        let fixed = head.count + OpStamp.digits + middle.count + tail.count
        guard size >= fixed else {
            throw Failure(.usage, "an op of \(size) bytes can't tell its sender; \(fixed) are the least")
        }
        numberPlace = head.count
        template =
            head + [UInt8](repeating: UInt8(ascii: "0"), count: OpStamp.digits) + middle
            + FrameStream.payload(count: size - fixed, isText: true) + tail
    }

    subscript(number: Int) -> [UInt8] {
        var op = template
        op.replaceSubrange(numberPlace..<numberPlace + OpStamp.digits, with: OpStamp.text(number).utf8)
        return op
    }

    private static func text(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
    }

    /// The number of the op in an envelope; nil if it is somebody else's.
    func number(inEnvelope bytes: UnsafeRawBufferPointer) -> Int? {
        let start = bytes.count - template.count - 1
        guard start > 0, bytes[start..<bytes.count - 1].suffix(tail.count).elementsEqual(tail) else {
            return nil
        }
        return Int(
            String(decoding: bytes[(start + numberPlace)...].prefix(OpStamp.digits), as: UTF8.self))
    }
}
