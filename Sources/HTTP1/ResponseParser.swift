/// What is wrong with an answer, in a sentence; the connection is of no more use.
public struct ResponseError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Reads the head of an answer as its bytes arrive, for the client's side.
///
/// It reads no body; ``ResponseHead/contentLength`` says how long that is.
public struct ResponseParser {
    public enum Outcome: Sendable, Equatable {
        case needMore
        /// `consumed` bytes were the head's; the parser is ready for the next answer.
        case head(ResponseHead, consumed: Int)
    }

    private let limits: HTTPLimits
    private var scanner: LineScanner
    private var head: ResponseHead?

    public init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        scanner = LineScanner(limits: limits)
    }

    /// `bytes` are all that were received and not consumed, so each call's begin with the last call's.
    public mutating func parse(_ bytes: RawSpan) throws(ResponseError) -> Outcome {
        try bytes.withUnsafeBytes { (raw) throws(ResponseError) -> Outcome in
            while let range = try nextLine(in: raw) {
                guard let head = try take(UnsafeRawBufferPointer(rebasing: raw[range])) else { continue }
                let consumed = scanner.scanned
                self = ResponseParser(limits: limits)
                return .head(head, consumed: consumed)
            }
            return .needMore
        }
    }

    private mutating func nextLine(in raw: UnsafeRawBufferPointer) throws(ResponseError) -> Range<Int>? {
        do throws(LineScanner.Failure) {
            return try scanner.nextLine(in: raw)
        } catch {
            switch error {
            case .bareLineFeed, .bareCarriageReturn, .zeroByte:
                throw ResponseError("the answer is not HTTP")
            case .firstLineTooLong, .blockTooLong:
                throw ResponseError("the answer's head is too long")
            }
        }
    }

    private mutating func take(_ line: UnsafeRawBufferPointer) throws(ResponseError) -> ResponseHead? {
        guard head != nil else {
            head = ResponseHead(status: try status(line))
            return nil
        }
        if line.isEmpty { return head }
        guard
            let field = try? FieldLine.parse(line),
            let count = head?.headers.count, count < limits.headerCountMax
        else { throw ResponseError("the answer has a malformed header, or too many") }
        head?.headers.append(field)
        return nil
    }

    /// RFC 9112 4: the reason phrase may be missing, and some servers leave out the space before it too.
    private func status(_ line: UnsafeRawBufferPointer) throws(ResponseError) -> Int {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard
            parts.count >= 2,
            parts[0].elementsEqual("HTTP/1.1".utf8) || parts[0].elementsEqual("HTTP/1.0".utf8),
            parts[1].count == 3, parts[1].allSatisfy(isDigit),
            let status = Int(String(decoding: parts[1], as: UTF8.self)), status >= 100
        else { throw ResponseError("the answer does not begin with an HTTP/1.1 status") }
        return status
    }
}

extension ResponseHead {
    /// The length of the body in bytes; nil where it is missing, malformed or given more than once.
    public var contentLength: UInt64? {
        let lengths = headers.all("Content-Length")
        guard lengths.count == 1 else { return nil }
        return RequestFraming.contentLength(lengths[0])
    }
}
