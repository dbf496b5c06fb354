import Bytes

extension AnyValue {
    /// What JSON says; `undefined`, as Yjs writes it, is taken too. Nil if the text is neither.
    ///
    /// Half a surrogate pair, which no string can hold, makes its string U+FFFD.
    public init?(json text: String) {
        let bytes = Array(text.utf8)
        let value = bytes.withUnsafeBufferPointer { AnyValue(json: $0) }
        guard let value else { return nil }
        self = value
    }

    init?(json buffer: UnsafeBufferPointer<UInt8>) {
        if buffer.elementsEqual("undefined".utf8) {
            self = .undefined
            return
        }
        let bytes = UnsafeRawBufferPointer(buffer)
        var members: [JSONMember] = []
        guard let kind = try? JSONScanner.scan(bytes.bytes, { members.append($0) }) else { return nil }
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let start = buffer.firstIndex { !space.contains($0) } ?? 0
        let end = buffer.lastIndex { !space.contains($0) }.map { $0 + 1 } ?? 0
        self = AnyValue.value(kind, bytes, start..<end, members)
    }

    private static func value(
        _ kind: JSONKind, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ members: [JSONMember]
    ) -> AnyValue {
        switch kind {
        case .null: return .null
        case .bool: return .bool(JSONText.bool(in: bytes.bytes, at: range))
        case .number: return .number(Double(String(decoding: bytes[range], as: UTF8.self)) ?? 0)
        case .string: return .string(JSONText.string(in: bytes.bytes, at: range) ?? "\u{FFFD}")
        case .array: return .array(members.map { nested($0, bytes) })
        case .object:
            var object: [String: AnyValue] = [:]
            for member in members {
                guard let key = member.key else { continue }
                object[JSONText.string(in: bytes.bytes, at: key) ?? "\u{FFFD}"] = nested(member, bytes)
            }
            return .object(object)
        }
    }

    private static func nested(_ member: JSONMember, _ bytes: UnsafeRawBufferPointer) -> AnyValue {
        let part = UnsafeRawBufferPointer(rebasing: bytes[member.value])
        return AnyValue(json: part.assumingMemoryBound(to: UInt8.self)) ?? .null
    }

    /// The value as JSON, as JavaScript writes it: what JSON has no word for is null, or left out of an
    /// object.
    public var json: String {
        var text: [UInt8] = []
        writeJSON(&text)
        return String(decoding: text, as: UTF8.self)
    }

    func writeJSON(_ text: inout [UInt8]) {
        switch self {
        case .undefined, .null, .bigInt: text += "null".utf8
        case .bool(let isTrue): text += (isTrue ? "true" : "false").utf8
        case .number(let number): text += AnyValue.jsonNumber(number).utf8
        case .string(let string): text.appendJSON(string)
        case .bytes(let bytes):
            AnyValue.object(
                Dictionary(uniqueKeysWithValues: bytes.enumerated().map { (String($0), .number(Double($1))) })
            ).writeJSON(&text)
        case .array(let elements):
            text += "[".utf8
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ",".utf8 }
                element.writeJSON(&text)
            }
            text += "]".utf8
        case .object(let members):
            text += "{".utf8
            var isFirst = true
            for (key, member) in members.sorted(by: { $0.key < $1.key }) where member != .undefined {
                if !isFirst { text += ",".utf8 }
                isFirst = false
                text.appendJSON(key)
                text += ":".utf8
                member.writeJSON(&text)
            }
            text += "}".utf8
        }
    }

    private static func jsonNumber(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        if let whole = Int64(exactly: number), whole.magnitude <= largestNumber { return String(whole) }
        return number.description
    }
}
