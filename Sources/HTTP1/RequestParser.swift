/// Reads the head of a request as its bytes arrive.
///
/// It reads no body and writes no answer. After an error the connection is answered with its status and
/// closed: where the next request would begin is unknown.
public struct RequestParser {
    public enum Outcome: Sendable, Equatable {
        case needMore
        /// `consumed` bytes were the head's; the parser is ready for the next request.
        case head(RequestHead, consumed: Int)
    }

    private let limits: HTTPLimits
    private var scanner: LineScanner
    private var line: RequestLine?
    private var skippedEmptyLine = false
    private var headers = Headers()

    public init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        scanner = LineScanner(limits: limits)
    }

    /// `bytes` are all that were received and not consumed, so each call's begin with the last call's.
    public mutating func parse(_ bytes: RawSpan) throws(HTTPError) -> Outcome {
        try bytes.withUnsafeBytes { (raw) throws(HTTPError) -> Outcome in
            while let range = try nextLine(in: raw) {
                guard let head = try take(UnsafeRawBufferPointer(rebasing: raw[range])) else { continue }
                let consumed = scanner.scanned
                self = RequestParser(limits: limits)
                return .head(head, consumed: consumed)
            }
            return .needMore
        }
    }

    private mutating func nextLine(in raw: UnsafeRawBufferPointer) throws(HTTPError) -> Range<Int>? {
        do throws(LineScanner.Failure) {
            return try scanner.nextLine(in: raw)
        } catch {
            switch error {
            case .bareLineFeed: throw HTTPError(400, "A line feed without a carriage return.")
            case .bareCarriageReturn: throw HTTPError(400, "A carriage return without a line feed.")
            case .zeroByte: throw HTTPError(400, "A zero byte in the head of the request.")
            case .firstLineTooLong: throw HTTPError(414, "The request line is too long.")
            case .blockTooLong: throw HTTPError(431, "The header fields are too long.")
            }
        }
    }

    /// The finished head, once `bytes` are the empty line that ends it.
    private mutating func take(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> RequestHead? {
        guard let line else {
            // RFC 9112 2.2: old clients send an empty line behind a body.
            if bytes.isEmpty, !skippedEmptyLine {
                skippedEmptyLine = true
                scanner.forgetFirstLine()
            } else {
                line = try RequestLine.parse(bytes)
                headers = .forRequest()
            }
            return nil
        }
        if bytes.isEmpty { return try line.head(with: headers) }
        guard headers.count < limits.headerCountMax else {
            throw HTTPError(431, "Too many header fields.")
        }
        headers.append(try fieldLine(bytes))
        return nil
    }

    private func fieldLine(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> FieldLine {
        do throws(FieldLine.Failure) {
            return try FieldLine.parse(bytes)
        } catch {
            switch error {
            case .folded: throw HTTPError(400, "A header field is folded over several lines.")
            case .noColon: throw HTTPError(400, "A header line has no colon.")
            case .badName: throw HTTPError(400, "A header name is not a token.")
            case .badValue: throw HTTPError(400, "A header value has a control character.")
            }
        }
    }
}
