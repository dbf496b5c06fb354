import HTTP1

/// What a parser made of all the heads in some bytes that came in pieces.
struct HeadRun<Head: Equatable, Failure: Error & Equatable>: Equatable {
    private(set) var heads: [Head] = []
    private(set) var failure: Failure?

    /// - Parameter parse: given all bytes that wait, a head and its length; nil if it needs more.
    init(
        _ pieces: [[UInt8]], _ limits: HTTPLimits,
        parse: (RawSpan) throws(Failure) -> (head: Head, consumed: Int)?
    ) {
        // Both parts at their largest, an empty line before, and the line breaks that count for neither.
        let most = limits.requestLineMax + limits.headerBlockMax + 8
        var waiting: [UInt8] = []
        for piece in pieces {
            waiting += piece
            do throws(Failure) {
                while let (head, consumed) = try parse(waiting.span.bytes) {
                    claim(consumed > 0 && consumed <= waiting.count, "a head is of what was received")
                    claim(consumed <= most, "a head keeps to its limits")
                    waiting.removeFirst(consumed)
                    heads.append(head)
                }
                claim(waiting.count <= most, "no more is awaited than a head may be long")
            } catch {
                failure = error
                return
            }
        }
    }
}
