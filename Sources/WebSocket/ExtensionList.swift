/// The elements of `Sec-WebSocket-Extensions`, RFC 6455 section 9.1, over all its occurrences in their order.
///
/// It knows no extension. An element that breaks the grammar is left out: nobody can agree on what can't be
/// read, so nothing wrong follows from going on without it.
struct ExtensionList {
    struct Element: Equatable {
        let name: String
        let parameters: [Parameter]
    }

    struct Parameter: Equatable {
        let name: String
        /// Nil if there was no equals sign.
        let value: String?
    }

    let elements: [Element]

    init(_ values: [String]) {
        elements = values.flatMap { value in
            var reader = ExtensionReader(Array(value.utf8))
            return reader.elements()
        }
    }
}

/// Reads one occurrence of the header, from its first byte to its last.
private struct ExtensionReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func elements() -> [ExtensionList.Element] {
        var elements: [ExtensionList.Element] = []
        while position < bytes.count {
            if let element = element(), isAtEndOfElement { elements.append(element) }
            skipRest()
        }
        return elements
    }

    private mutating func element() -> ExtensionList.Element? {
        guard let name = token() else { return nil }
        var parameters: [ExtensionList.Parameter] = []
        while skip(UInt8(ascii: ";")) {
            guard let name = token() else { return nil }
            var value: String?
            if skip(UInt8(ascii: "=")) {
                skipSpace()
                value = peek == UInt8(ascii: "\"") ? quoted() : token()
                guard value != nil else { return nil }
            }
            parameters.append(ExtensionList.Parameter(name: name, value: value))
        }
        return ExtensionList.Element(name: name, parameters: parameters)
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var isAtEndOfElement: Bool { peek == nil || peek == UInt8(ascii: ",") }

    private mutating func token() -> String? {
        skipSpace()
        let start = position
        while let byte = peek, ExtensionReader.isTokenByte(byte) { position += 1 }
        guard position > start else { return nil }
        defer { skipSpace() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A quoted string whose text is a token, as section 9.1 wants it.
    private mutating func quoted() -> String? {
        position += 1
        var text: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let escaped = peek else { return nil }
            text.append(escaped)
            position += 1
        }
        guard peek != nil else { return nil }
        position += 1
        skipSpace()
        guard !text.isEmpty, text.allSatisfy(ExtensionReader.isTokenByte) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    }

    /// Goes behind the comma that ends the element. A comma in quotes ends none.
    private mutating func skipRest() {
        var isQuoted = false
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted: position = min(position + 1, bytes.count)
            case UInt8(ascii: ",") where !isQuoted: return
            default: break
            }
        }
    }

    /// RFC 9110 section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
