/// A reading position in JSON text. Iterative, so that no input can exhaust the stack.
struct JSONCursor {
    let bytes: UnsafeRawBufferPointer
    var at = 0
    /// The open arrays and objects below the top-level value, a bit each: 1 for an object. 128 levels fit.
    private var open: UInt128 = 0
    private var depth = 0
    private let maxDepth: Int

    init(bytes: UnsafeRawBufferPointer, maxDepth: Int) {
        precondition(maxDepth <= 1 + UInt128.bitWidth, "no more levels below the first than there are bits")
        self.bytes = bytes
        self.maxDepth = maxDepth
    }

    mutating func document(_ visit: (JSONMember) -> Void) throws(JSONError) -> JSONKind {
        skipWhitespace()
        let kind = try self.kind()
        if kind == .object || kind == .array {
            try members(of: kind, visit)
        } else {
            try scalar(kind)
        }
        skipWhitespace()
        guard at == bytes.count else { throw .trailing(offset: at) }
        return kind
    }

    /// The children of the top-level array or object, whose opening bracket is next.
    private mutating func members(
        of kind: JSONKind, _ visit: (JSONMember) -> Void
    ) throws(JSONError) {
        let isObject = kind == .object
        let close = UInt8(ascii: isObject ? "}" : "]")
        at += 1
        skipWhitespace()
        if try peek() == close {
            at += 1
            return
        }
        while true {
            var key: Range<Int>?
            if isObject { key = try self.key() }
            let start = at
            let valueKind = try value()
            visit(JSONMember(key: key, value: start..<at, kind: valueKind))
            skipWhitespace()
            let byte = try peek()
            at += 1
            if byte == close { return }
            guard byte == UInt8(ascii: ",") else { throw .unexpected(byte: byte, offset: at - 1) }
            skipWhitespace()
        }
    }

    /// A whole value however deep, without visiting anything.
    private mutating func value() throws(JSONError) -> JSONKind {
        let base = depth
        let kind = try self.kind()
        try begin(kind)
        while depth > base {
            // Inside a container, just behind its opening bracket or one of its values.
            skipWhitespace()
            let isObject = open & 1 == 1
            let byte = try peek()
            if byte == UInt8(ascii: isObject ? "}" : "]") {
                at += 1
                leave()
                continue
            }
            if !justOpened {
                guard byte == UInt8(ascii: ",") else { throw .unexpected(byte: byte, offset: at) }
                at += 1
                skipWhitespace()
            }
            justOpened = false
            if isObject { _ = try key() }
            try begin(try self.kind())
        }
        return kind
    }

    /// Whether the innermost container has had no child yet.
    private var justOpened = false

    /// A scalar whole, or the opening bracket of a container.
    private mutating func begin(_ kind: JSONKind) throws(JSONError) {
        switch kind {
        case .object, .array:
            // The top-level container, which `members` walks, is a level too.
            guard depth + 1 < maxDepth else { throw .tooDeep(limit: maxDepth) }
            open = open << 1 | (kind == .object ? 1 : 0)
            depth += 1
            justOpened = true
            at += 1
        case .string, .number, .bool, .null:
            try scalar(kind)
            justOpened = false
        }
    }

    private mutating func leave() {
        open >>= 1
        depth -= 1
        justOpened = false
    }

    private mutating func key() throws(JSONError) -> Range<Int> {
        let start = at
        let byte = try peek()
        guard byte == UInt8(ascii: "\"") else { throw .unexpected(byte: byte, offset: at) }
        try string()
        let range = start..<at
        skipWhitespace()
        let colon = try peek()
        guard colon == UInt8(ascii: ":") else { throw .unexpected(byte: colon, offset: at) }
        at += 1
        skipWhitespace()
        return range
    }

    private func peek() throws(JSONError) -> UInt8 {
        guard at < bytes.count else { throw .endsEarly }
        return bytes[at]
    }

    private func kind() throws(JSONError) -> JSONKind {
        let byte = try peek()
        switch byte {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: throw .unexpected(byte: byte, offset: at)
        }
    }

    private mutating func skipWhitespace() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x0A, 0x0D, 0x09: at += 1
            default: return
            }
        }
    }
}

extension JSONCursor {
    private mutating func scalar(_ kind: JSONKind) throws(JSONError) {
        switch kind {
        case .string: try string()
        case .number: try number()
        case .bool: try literal(bytes[at] == UInt8(ascii: "t") ? "true" : "false")
        case .null: try literal("null")
        case .object, .array: preconditionFailure("a container is no scalar")
        }
    }

    private mutating func literal(_ text: StaticString) throws(JSONError) {
        for offset in 0..<text.utf8CodeUnitCount {
            let byte = try peek()
            guard byte == text.utf8Start[offset] else { throw .unexpected(byte: byte, offset: at) }
            at += 1
        }
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
    private mutating func number() throws(JSONError) {
        if bytes[at] == UInt8(ascii: "-") { at += 1 }
        if try peek() == UInt8(ascii: "0") {
            at += 1
        } else {
            try digits()
        }
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            at += 1
            try digits()
        }
        if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            let sign = try peek()
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { at += 1 }
            try digits()
        }
    }

    private mutating func digits() throws(JSONError) {
        let first = try peek()
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            throw .unexpected(byte: first, offset: at)
        }
        while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    }

    private mutating func string() throws(JSONError) {
        at += 1
        while true {
            skipPlainText()
            let byte = try peek()
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try escape()
            case 0x00..<0x20: throw .unexpected(byte: byte, offset: at - 1)
            default: break
            }
        }
    }

    /// Eight bytes at a time while none of them is a quote, a backslash or a control character.
    private mutating func skipPlainText() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        while at + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            // A byte of `x` is zero, or below 0x20, where a subtraction borrows into its top bit.
            let found =
                ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
                | ((word &- (ones &* 0x20)) & ~word)
            if found & tops != 0 { return }
            at += 8
        }
    }

    private mutating func escape() throws(JSONError) {
        let byte = try peek()
        at += 1
        switch byte {
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                let digit = try peek()
                guard hexValue(digit) != nil else { throw .unexpected(byte: digit, offset: at) }
                at += 1
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        default: throw .unexpected(byte: byte, offset: at - 1)
        }
    }
}

/// The value of a hexadecimal digit in ASCII.
func hexValue(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
}
