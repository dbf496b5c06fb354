import Bytes
import HTTP1

/// The heads of requests or answers, one behind the other.
///
/// Byte 0 says which, and with what limits; then come the cutting and the bytes themselves.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let options = input.byte()
    let cutting = input.cutting()
    let bytes = Array(input.rest)
    let limits = options & 2 == 0 ? HTTPLimits() : smallLimits
    if options & 1 == 0 {
        fuzzRequests(bytes, cutting, limits)
    } else {
        fuzzAnswers(bytes, cutting, limits)
    }
    return 0
}

/// So small that a short input reaches them.
private let smallLimits = {
    var limits = HTTPLimits()
    limits.requestLineMax = 40
    limits.headerBlockMax = 120
    limits.headerCountMax = 6
    return limits
}()

private func fuzzRequests(_ bytes: [UInt8], _ cutting: Cutting, _ limits: HTTPLimits) {
    let run = { (cutting: Cutting) -> HeadRun<RequestHead, HTTPError> in
        var parser = RequestParser(limits: limits)
        return HeadRun(cutting.pieces(of: bytes), limits) { bytes throws(HTTPError) in
            switch try parser.parse(bytes) {
            case .needMore: nil
            case .head(let head, let consumed): (head, consumed)
            }
        }
    }
    let whole = run(Cutting(sizes: []))
    claim(whole == run(cutting), "requests are read alike however they are cut")
    claim(whole == run(.bytewise), "requests are read alike byte by byte")
    for head in whole.heads {
        _ = head.keepAlive
        claim(head.path.utf8.first == UInt8(ascii: "/"), "a path begins with a slash")
        claim(head.headers.fields.count <= limits.headerCountMax, "no more fields than allowed")
        claim(head.version == .http10 || head.host != nil, "HTTP/1.1 has a host")
        let texts = head.target.segments + head.target.query.flatMap { [$0.name, $0.value] }
        for text in texts {
            claim(
                PercentEncoding.decode(PercentEncoding.encode(text)) == text,
                "what was decoded is encoded and decoded to the same")
        }
    }
}

private func fuzzAnswers(_ bytes: [UInt8], _ cutting: Cutting, _ limits: HTTPLimits) {
    let run = { (cutting: Cutting) -> HeadRun<ResponseHead, ResponseError> in
        var parser = ResponseParser(limits: limits)
        return HeadRun(cutting.pieces(of: bytes), limits) { bytes throws(ResponseError) in
            switch try parser.parse(bytes) {
            case .needMore: nil
            case .head(let head, let consumed): (head, consumed)
            }
        }
    }
    let whole = run(Cutting(sizes: []))
    claim(whole == run(cutting), "answers are read alike however they are cut")
    claim(whole == run(.bytewise), "answers are read alike byte by byte")
    for head in whole.heads {
        _ = head.contentLength
        claim(head.headers.fields.count <= limits.headerCountMax, "no more fields than allowed")
        claim(readAgain(head) == withoutTabs(head), "an answer that is written is read as it was")
    }
}

private func readAgain(_ head: ResponseHead) -> ResponseHead? {
    let bytes = head.encode()
    var parser = ResponseParser()
    guard case .head(let again, let consumed)? = try? parser.parse(bytes.span.bytes) else { return nil }
    return consumed == bytes.count ? again : nil
}

/// A writer makes spaces of control characters, and a tab is the one that a value may have.
private func withoutTabs(_ head: ResponseHead) -> ResponseHead {
    var clean = ResponseHead(status: head.status)
    for field in head.headers.fields {
        let value = field.value.unicodeScalars.map { $0 == "\t" ? " " : String($0) }.joined()
        clean.headers.append(field.name, value)
    }
    return clean
}
