/// A value as JavaScript has them, which maps and arrays hold and messages carry.
///
/// It is no shared type: who changes a part of it replaces the whole.
public enum AnyValue: Hashable, Sendable {
    case undefined
    case null
    case bool(Bool)
    case number(Double)
    case bigInt(Int64)
    case string(String)
    case bytes([UInt8])
    indirect case array([AnyValue])
    indirect case object([String: AnyValue])
}

// Not by `nil`: in a dictionary of values that would be an entry where none was meant.
extension AnyValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(arrayLiteral elements: AnyValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, AnyValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

/// The tags before values, counting down from 127.
private enum Tag {
    static let bytes: UInt8 = 116
    static let array: UInt8 = 117
    static let object: UInt8 = 118
    static let string: UInt8 = 119
    static let yes: UInt8 = 120
    static let no: UInt8 = 121
    static let bigInt: UInt8 = 122
    static let float64: UInt8 = 123
    static let float32: UInt8 = 124
    static let integer: UInt8 = 125
    static let null: UInt8 = 126
    static let undefined: UInt8 = 127
}

extension ByteReader {
    /// Passes over a value and checks it; builds nothing.
    mutating func skipValue(depth: Int = UpdateLimits.valueDepth) throws(UpdateError) {
        let tag = try byte()
        switch tag {
        case Tag.undefined, Tag.null, Tag.yes, Tag.no: break
        case Tag.integer: _ = try signedNumber()
        case Tag.float32: try skip(4)
        case Tag.float64, Tag.bigInt: try skip(8)
        case Tag.string: _ = try text()
        case Tag.bytes: _ = try bytes()
        case Tag.array:
            guard depth > 0 else { throw .tooDeep(limit: UpdateLimits.valueDepth) }
            for _ in 0..<(try count(ofSize: 1)) { try skipValue(depth: depth - 1) }
        case Tag.object:
            guard depth > 0 else { throw .tooDeep(limit: UpdateLimits.valueDepth) }
            for _ in 0..<(try count(ofSize: 2)) {
                _ = try text()
                try skipValue(depth: depth - 1)
            }
        default: throw .unknownValue(tag: tag)
        }
    }

    mutating func value(depth: Int = UpdateLimits.valueDepth) throws(UpdateError) -> AnyValue {
        let tag = try byte()
        switch tag {
        case Tag.undefined: return .undefined
        case Tag.null: return .null
        case Tag.yes: return .bool(true)
        case Tag.no: return .bool(false)
        case Tag.integer: return .number(try signedNumber())
        case Tag.float32: return .number(Double(Float(bitPattern: UInt32(try bigEndian(bytes: 4)))))
        case Tag.float64: return .number(Double(bitPattern: try bigEndian(bytes: 8)))
        case Tag.bigInt: return .bigInt(Int64(bitPattern: try bigEndian(bytes: 8)))
        case Tag.string: return .string(try string())
        case Tag.bytes: return .bytes(Array(buffer(try bytes())))
        case Tag.array:
            guard depth > 0 else { throw .tooDeep(limit: UpdateLimits.valueDepth) }
            var elements: [AnyValue] = []
            for _ in 0..<(try count(ofSize: 1)) { elements.append(try value(depth: depth - 1)) }
            return .array(elements)
        case Tag.object:
            guard depth > 0 else { throw .tooDeep(limit: UpdateLimits.valueDepth) }
            var members: [String: AnyValue] = [:]
            for _ in 0..<(try count(ofSize: 2)) {
                let key = try string()
                members[key] = try value(depth: depth - 1)
            }
            return .object(members)
        default: throw .unknownValue(tag: tag)
        }
    }

    private mutating func bigEndian(bytes count: Int) throws(UpdateError) -> UInt64 {
        var value: UInt64 = 0
        for _ in 0..<count { value = value << 8 | UInt64(try byte()) }
        return value
    }
}

extension ByteWriter {
    /// Writes a value as lib0 does: the smallest of the forms that keep it exact.
    public mutating func value(_ value: AnyValue) {
        switch value {
        case .undefined: byte(Tag.undefined)
        case .null: byte(Tag.null)
        case .bool(let isTrue): byte(isTrue ? Tag.yes : Tag.no)
        case .number(let number): double(number)
        case .bigInt(let number):
            byte(Tag.bigInt)
            bigEndian(UInt64(bitPattern: number), bytes: 8)
        case .string(let text):
            byte(Tag.string)
            string(text)
        case .bytes(let bytes):
            byte(Tag.bytes)
            counted(bytes)
        case .array(let elements):
            byte(Tag.array)
            number(elements.count)
            for element in elements { self.value(element) }
        case .object(let members):
            byte(Tag.object)
            number(members.count)
            // In one order, so that equal values have equal bytes.
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                string(key)
                self.value(member)
            }
        }
    }

    private mutating func double(_ number: Double) {
        let largestInteger: Double = 0x7FFF_FFFF
        if number.magnitude <= largestInteger, number.rounded(.towardZero) == number {
            byte(Tag.integer)
            signedNumber(number)
        } else if Double(Float(number)) == number {
            byte(Tag.float32)
            bigEndian(UInt64(Float(number).bitPattern), bytes: 4)
        } else {
            byte(Tag.float64)
            bigEndian(number.bitPattern, bytes: 8)
        }
    }
}
