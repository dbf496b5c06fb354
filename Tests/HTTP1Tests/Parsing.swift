import HTTP1
import TestSupport
import Testing

/// What a request comes to: a head with the count of its bytes, or a refusal's status, or nothing yet.
enum Verdict: Equatable {
    case head(RequestHead, consumed: Int)
    case refused(Int)
    case unfinished
}

/// The verdict on bytes that come in these parts; a parser sees all it has not consumed each time.
func verdict(parts: [[UInt8]], limits: HTTPLimits = HTTPLimits()) -> Verdict {
    var parser = RequestParser(limits: limits)
    var received: [UInt8] = []
    for part in parts {
        received += part
        do {
            if case .head(let head, let consumed) = try parser.parse(received.span.bytes) {
                return .head(head, consumed: consumed)
            }
        } catch {
            return .refused(error.status)
        }
    }
    return .unfinished
}

func verdict(_ text: String, limits: HTTPLimits = HTTPLimits()) -> Verdict {
    verdict(parts: [Array(text.utf8)], limits: limits)
}

/// The verdict on a text, after seeing that it is the same however the text is cut.
func verdictAtEveryCut(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) -> Verdict {
    let whole = verdict(text)
    for way in cuts(of: Array(text.utf8)) {
        #expect(verdict(parts: way) == whole, sourceLocation: sourceLocation)
    }
    return whole
}

/// A GET with these header lines, each ended by its line break, and a host.
func get(_ target: String = "/", _ lines: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: a\r\n\(lines)\r\n"
}

func head(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> RequestHead {
    let whole = verdictAtEveryCut(text, sourceLocation: sourceLocation)
    guard case .head(let head, _) = whole else {
        Issue.record("\(whole)", sourceLocation: sourceLocation)
        throw HTTPError(0, "no head")
    }
    return head
}
