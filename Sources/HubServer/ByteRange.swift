/// What a `Range` header asks of a body whose length is known (RFC 9110 14).
///
/// It does not say whether the range applies: see `If-Range`.
enum ByteRange: Equatable {
    /// The header is to be ignored: another unit, several ranges, or no ranges at all (RFC 9110 14.2).
    case whole
    case part(Range<Int>)
    /// Nothing of what is asked for exists.
    case unsatisfiable

    init(_ header: String, length: Int) {
        let prefix = "bytes="
        guard header.prefix(prefix.count).lowercased() == prefix, let length = UInt64(exactly: length) else {
            self = .whole
            return
        }
        let ends = header.dropFirst(prefix.count)
            .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard
            ends.count == 2, let first = ByteRange.number(ends[0]), let last = ByteRange.number(ends[1])
        else {
            self = .whole
            return
        }
        switch (first, last) {
        case (.absent, .absent):
            self = .whole
        case (.absent, .given(let suffix)):
            self.init(from: length - min(suffix, length), through: .max, length: length)
        case (.given(let first), .absent):
            self.init(from: first, through: .max, length: length)
        case (.given(let first), .given(let last)):
            self.init(from: first, through: last, length: length)
        }
    }

    private init(from first: UInt64, through last: UInt64, length: UInt64) {
        // The RFC calls a reversed range malformed, which may be ignored; refusing it shows the mistake.
        guard
            first < length, first <= last,
            let start = Int(exactly: first), let end = Int(exactly: min(last, length - 1))
        else {
            self = .unsatisfiable
            return
        }
        self = .part(start..<(end + 1))
    }

    private enum Number {
        case absent
        case given(UInt64)
    }

    /// Nil when it is no number. A number too large to hold is beyond every end.
    private static func number(_ text: Substring) -> Number? {
        guard !text.isEmpty else { return .absent }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return .given(UInt64(text) ?? .max)
    }
}
