/// Splits a head that arrives in parts into its lines, looking at every byte once.
///
/// It does not read what the lines say. It is given all bytes since the head's first each time, and remembers
/// how far it came, so that a head sent byte by byte costs no more than one sent whole.
struct LineScanner {
    enum Failure: Error {
        case bareLineFeed, bareCarriageReturn, zeroByte, firstLineTooLong, blockTooLong
    }

    private let firstLineMax: Int
    private let blockMax: Int
    /// How many bytes have been looked at.
    private(set) var scanned = 0
    private var lineStart = 0
    /// Where the lines after the first begin; nil until then.
    private var blockStart: Int?
    private var afterCarriageReturn = false

    init(limits: HTTPLimits) {
        firstLineMax = limits.requestLineMax
        blockMax = limits.headerBlockMax
    }

    /// The next line without its line break; nil when its end has not come yet.
    mutating func nextLine(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Range<Int>? {
        while scanned < bytes.count {
            if !afterCarriageReturn { skipPlain(bytes) }
            guard scanned < bytes.count else { return nil }
            let byte = bytes[scanned]
            if afterCarriageReturn {
                guard byte == UInt8(ascii: "\n") else { throw .bareCarriageReturn }
                return endLine()
            }
            switch byte {
            case UInt8(ascii: "\r"): afterCarriageReturn = true
            // RFC 9112 2.2 lets a bare LF pass as a line's end; readers that differ on it can be played off.
            case UInt8(ascii: "\n"): throw .bareLineFeed
            case 0: throw .zeroByte
            default: try countByte()
            }
            scanned += 1
        }
        return nil
    }

    /// The first line is not the first after all: it was the empty line that may come before a request.
    mutating func forgetFirstLine() {
        blockStart = nil
    }

    /// Passes bytes that are nothing but a part of their line, as far as that may be long.
    private mutating func skipPlain(_ bytes: UnsafeRawBufferPointer) {
        let longest = blockStart.map { $0 + blockMax } ?? lineStart + firstLineMax
        let end = min(bytes.count, longest)
        var position = scanned
        while position < end, bytes[position] > UInt8(ascii: "\r") { position += 1 }
        scanned = position
    }

    private mutating func endLine() -> Range<Int> {
        let line = lineStart..<(scanned - 1)
        scanned += 1
        lineStart = scanned
        afterCarriageReturn = false
        if blockStart == nil { blockStart = scanned }
        return line
    }

    private func countByte() throws(Failure) {
        if let blockStart {
            guard scanned - blockStart < blockMax else { throw .blockTooLong }
        } else {
            guard scanned - lineStart < firstLineMax else { throw .firstLineTooLong }
        }
    }
}
