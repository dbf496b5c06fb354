/// Says whether bytes are one JSON value by RFC 8259, each rule of its grammar a function.
///
/// It is slow and recursive, knows only the grammar, and shares nothing with the scanner that it is held
/// against.
struct ReferenceJSON {
    private let bytes: [UInt8]
    private var at = 0
    private var depth = 0
    private static let deepest = 128

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func isDocument() -> Bool {
        space()
        guard value() else { return false }
        space()
        return at == bytes.count
    }

    private mutating func value() -> Bool {
        if take("{") { return nested(until: "}") { $0.member() } }
        if take("[") { return nested(until: "]") { $0.value() } }
        if take("\"") { return string() }
        return take("true") || take("false") || take("null") || number()
    }

    private mutating func nested(
        until close: String, _ item: (inout ReferenceJSON) -> Bool
    ) -> Bool {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { return false }
        space()
        if take(close) { return true }
        repeat {
            space()
            guard item(&self) else { return false }
            space()
        } while take(",")
        return take(close)
    }

    private mutating func member() -> Bool {
        guard take("\""), string() else { return false }
        space()
        guard take(":") else { return false }
        space()
        return value()
    }

    /// Behind the opening quote.
    private mutating func string() -> Bool {
        while !take("\"") {
            if take("\\") {
                guard escape() else { return false }
            } else {
                guard let byte = peek, byte >= 0x20 else { return false }
                at += 1
            }
        }
        return true
    }

    private mutating func escape() -> Bool {
        if take("u") { return (0..<4).allSatisfy { _ in takeOne(of: "0123456789abcdefABCDEF") } }
        return takeOne(of: "\"\\/bfnrt")
    }

    private mutating func number() -> Bool {
        _ = take("-")
        guard take("0") || digits() else { return false }
        if take(".") { guard digits() else { return false } }
        if takeOne(of: "eE") {
            _ = takeOne(of: "+-")
            guard digits() else { return false }
        }
        return true
    }

    private mutating func digits() -> Bool {
        guard takeOne(of: "0123456789") else { return false }
        while takeOne(of: "0123456789") {}
        return true
    }

    private mutating func space() {
        while takeOne(of: " \t\r\n") {}
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[at...].starts(with: text.utf8) else { return false }
        at += text.utf8.count
        return true
    }

    private mutating func takeOne(of text: String) -> Bool {
        guard let byte = peek, text.utf8.contains(byte) else { return false }
        at += 1
        return true
    }
}
