import Bytes

/// Texts as UTF-8 bytes whose positions are counted in UTF-16 units, as Yjs counts.
///
/// It neither owns nor changes the bytes.
enum UTF8Text {
    /// U+FFFD, which stands for half a surrogate pair.
    static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    static func isValid(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        if isASCII(start, count) { return true }
        var validator = UTF8Validator()
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        return validator.consume(bytes.bytes) && validator.isComplete
    }

    @inline(__always)
    static func isASCII(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        if count == 1 { return start[0] < 0x80 }
        let raw = UnsafeRawPointer(start)
        var position = 0
        var gathered: UInt64 = 0
        while position + 8 <= count {
            gathered |= raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            position += 8
        }
        while position < count {
            gathered |= UInt64(start[position])
            position += 1
        }
        return gathered & 0x8080_8080_8080_8080 == 0
    }

    /// The UTF-16 units of valid UTF-8: one for each scalar, and one more for each of four bytes.
    static func length(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
        if isASCII(start, count) { return count }
        var units = 0
        for position in 0..<count {
            let byte = start[position]
            units += (byte & 0xC0 != 0x80 ? 1 : 0) + (byte >= 0xF0 ? 1 : 0)
        }
        return units
    }

    /// Where a number of UTF-16 units ends.
    enum Place: Equatable {
        /// Before the byte at this offset.
        case border(Int)
        /// Between the halves of the pair whose four bytes begin at this offset.
        case insidePair(Int)
    }

    /// The place `units` UTF-16 units behind the start, which must not be beyond the end.
    static func place(_ start: UnsafePointer<UInt8>, _ count: Int, units: Int) -> Place {
        var position = 0
        var passed = 0
        while passed < units, position < count {
            let byte = start[position]
            switch byte {
            case ..<0x80: position += 1
            case ..<0xE0: position += 2
            case ..<0xF0: position += 3
            default:
                if passed + 1 == units { return .insidePair(position) }
                passed += 1
                position += 4
            }
            passed += 1
        }
        return .border(position)
    }

    /// The same of a text of `length` units, from the end that is nearer.
    static func place(_ bytes: UnsafeBufferPointer<UInt8>, length: Int, units: Int) -> Place {
        // A byte for each unit: ASCII.
        guard bytes.count != length, let start = bytes.baseAddress else { return .border(units) }
        if units < length / 2 { return place(start, bytes.count, units: units) }
        var position = bytes.count
        var left = length - units
        while left > 0, position > 0 {
            position -= 1
            let byte = start[position]
            if byte & 0xC0 == 0x80 { continue }
            if byte >= 0xF0 {
                if left == 1 { return .insidePair(position) }
                left -= 1
            }
            left -= 1
        }
        return .border(position)
    }
}
