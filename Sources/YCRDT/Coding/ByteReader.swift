import Bytes

/// A place in bytes that someone else wrote, read with every length checked.
///
/// It borrows the bytes: whoever makes one keeps them alive and unchanged.
public struct ByteReader {
    let base: UnsafePointer<UInt8>
    private(set) var position: Int
    let end: Int

    /// An empty buffer may have no address; this one is never read from.
    @inline(__always)
    private static var nowhere: UnsafePointer<UInt8> {
        UnsafePointer(bitPattern: MemoryLayout<Int>.alignment).unsafelyUnwrapped
    }

    public init(_ bytes: UnsafeRawBufferPointer) {
        base = bytes.baseAddress.map { $0.assumingMemoryBound(to: UInt8.self) } ?? ByteReader.nowhere
        position = 0
        end = bytes.count
    }

    init(base: UnsafePointer<UInt8>, position: Int, end: Int) {
        self.base = base
        self.position = position
        self.end = end
    }

    var left: Int { end - position }

    @inline(__always)
    mutating func byte() throws(UpdateError) -> UInt8 {
        guard position < end else { throw .endsEarly }
        defer { position += 1 }
        return base[position]
    }

    @inline(__always)
    mutating func skip(_ count: Int) throws(UpdateError) {
        guard count <= left else { throw .endsEarly }
        position += count
    }

    @inline(__always)
    public mutating func number() throws(UpdateError) -> UInt64 {
        let first = try byte()
        if first < 0x80 { return UInt64(first) }
        return try longNumber(UInt64(first & 0x7F))
    }

    private mutating func longNumber(_ first: UInt64) throws(UpdateError) -> UInt64 {
        var value = first
        var shift: UInt64 = 7
        while true {
            let byte = try byte()
            // 2^53 - 1 has eight groups of seven bits; a tenth may not even be shifted.
            guard shift < 56 else { throw .numberTooLarge }
            value |= UInt64(byte & 0x7F) << shift
            guard value <= largestNumber else { throw .numberTooLarge }
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    /// A signed number: the first byte has a sign and six bits. -0 is possible, so it comes as a Double.
    mutating func signedNumber() throws(UpdateError) -> Double {
        let first = try byte()
        var value = UInt64(first & 0x3F)
        var shift: UInt64 = 6
        var more = first & 0x80 != 0
        while more {
            let byte = try byte()
            guard shift < 56 else { throw .numberTooLarge }
            value |= UInt64(byte & 0x7F) << shift
            guard value <= largestNumber else { throw .numberTooLarge }
            more = byte >= 0x80
            shift += 7
        }
        return first & 0x40 != 0 ? -Double(value) : Double(value)
    }

    @inline(__always)
    mutating func clock() throws(UpdateError) -> Clock {
        guard let clock = Clock(exactly: try number()) else { throw .clockTooLarge }
        return clock
    }

    @inline(__always)
    mutating func itemID() throws(UpdateError) -> ItemID {
        let client = try number()
        return ItemID(client: client, clock: try clock())
    }

    /// How many elements follow, when each takes at least `size` bytes.
    mutating func count(ofSize size: Int) throws(UpdateError) -> Int {
        let count = try number()
        guard count <= UInt64(left / size) else { throw .countTooLarge(count) }
        return Int(count)
    }

    /// Bytes with their length before them; they stay where they are.
    @inline(__always)
    mutating func bytes() throws(UpdateError) -> Range<Int> {
        let count = try number()
        guard count <= UInt64(left) else { throw .endsEarly }
        let start = position
        position += Int(count)
        return start..<position
    }

    /// Bytes with their length before them, copied.
    public mutating func byteArray() throws(UpdateError) -> [UInt8] {
        Array(buffer(try bytes()))
    }

    /// A text that is JSON, copied.
    public mutating func jsonArray() throws(UpdateError) -> [UInt8] {
        Array(buffer(try json()))
    }

    /// A text, checked to be UTF-8; it stays where it is.
    @inline(__always)
    mutating func text() throws(UpdateError) -> Range<Int> {
        let range = try bytes()
        guard UTF8Text.isValid(base + range.lowerBound, range.count) else { throw .invalidUTF8 }
        return range
    }

    public mutating func string() throws(UpdateError) -> String {
        string(in: try text())
    }

    func string(in range: Range<Int>) -> String {
        String(decoding: buffer(range), as: UTF8.self)
    }

    func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// A text that is JSON; `undefined` counts as such where Yjs allows it.
    mutating func json(allowsUndefined: Bool = false) throws(UpdateError) -> Range<Int> {
        let range = try text()
        if allowsUndefined, buffer(range).elementsEqual("undefined".utf8) { return range }
        do {
            try JSONScanner.scan(UnsafeRawBufferPointer(buffer(range)).bytes)
        } catch .tooDeep(let limit) {
            throw .tooDeep(limit: limit)
        } catch {
            throw .invalidJSON
        }
        return range
    }

    public func requireEnd() throws(UpdateError) {
        guard left == 0 else { throw .trailingBytes(count: left) }
    }
}
