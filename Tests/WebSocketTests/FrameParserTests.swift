import Testing

@testable import WebSocket

struct FrameParserTests {
    private static func parse(
        _ bytes: [UInt8], fromClient: Bool = true, compression: Bool = false
    ) throws(ProtocolViolation) -> FrameHeader? {
        let parser = FrameParser(expectsMask: fromClient, allowsCompression: compression)
        return try parser.header(in: bytes.span.bytes)
    }

    private static func code(_ bytes: [UInt8], fromClient: Bool = true, compression: Bool = false) -> UInt16?
    {
        do {
            _ = try parse(bytes, fromClient: fromClient, compression: compression)
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    @Test func `[RFC 6455 5.2] the three forms of length, masked and not`() throws {
        let key: [UInt8] = [1, 2, 3, 4]
        let forms: [(wire: [UInt8], count: Int)] = [
            ([0], 0), ([125], 125), ([126, 0, 126], 126), ([126, 0xFF, 0xFF], 65_535),
            ([127, 0, 0, 0, 0, 0, 1, 0, 0], 65_536),
            ([127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], Int.max),
        ]
        for (wire, count) in forms {
            let server = try #require(try Self.parse([0x82] + wire, fromClient: false))
            #expect(server.payloadCount == count && server.size == 1 + wire.count && server.mask == nil)
            let length = [wire[0] | 0x80] + wire.dropFirst()
            let client = try #require(try Self.parse([0x82] + length + key))
            #expect(client.payloadCount == count && client.size == 5 + wire.count)
            #expect(client.mask == MaskingKey(0x0102_0304))
        }
    }

    @Test func `[W36] a header is awaited byte by byte, in all three forms`() throws {
        for count in [5, 300, 70_000] {
            let header = Array(masked(.binary, [UInt8](repeating: 0, count: count)).prefix(14))
            let whole = try #require(try Self.parse(header))
            for cut in 0..<whole.size {
                #expect(try Self.parse(Array(header[..<cut])) == nil, "\(cut) bytes for a length of \(count)")
            }
            #expect(try Self.parse(Array(header[..<whole.size])) == whole)
        }
    }

    @Test func `[RFC 6455 5.2] FIN and opcode are read`() throws {
        let first = try #require(try Self.parse([0x01, 0x80, 0, 0, 0, 0]))
        #expect(!first.isFinal && first.opcode == .text && !first.isCompressed)
        let last = try #require(try Self.parse([0x80, 0x80, 0, 0, 0, 0]))
        #expect(last.isFinal && last.opcode == .continuation)
    }

    @Test(arguments: [UInt8(0x3), 0x4, 0x5, 0x6, 0x7, 0xB, 0xC, 0xD, 0xE, 0xF])
    func `[W29] a reserved opcode is refused by its first byte`(opcode: UInt8) {
        #expect(Self.code([0x80 | opcode]) == 1002)
    }

    @Test(arguments: [UInt8(0x40), 0x20, 0x10, 0x70], [UInt8(0x0), 0x1, 0x2, 0x8, 0x9, 0xA])
    func `[W28] [W31] reserved bits are refused by the first byte`(bits: UInt8, opcode: UInt8) {
        #expect(Self.code([0x80 | bits | opcode]) == 1002)
    }

    @Test func `[RFC 7692 6] with compression RSV1 stands on the first frame of a message only`() throws {
        for opcode in [UInt8(0x1), 0x2] {
            let header = try Self.parse([0xC0 | opcode, 0x80, 0, 0, 0, 0], compression: true)
            #expect(try #require(header).isCompressed)
        }
        for opcode in [UInt8(0x0), 0x8, 0x9, 0xA] {
            #expect(Self.code([0xC0 | opcode], compression: true) == 1002)
        }
        for bits in [UInt8(0x20), 0x10, 0x60] { #expect(Self.code([0x82 | bits], compression: true) == 1002) }
    }

    @Test(arguments: [UInt8(0x8), 0x9, 0xA])
    func `[W30] a control frame in fragments or over 125 bytes is refused`(opcode: UInt8) {
        #expect(Self.code([opcode]) == 1002)
        #expect(Self.code([0x80 | opcode, 0x80 | 125]) == nil)
        #expect(Self.code([0x80 | opcode, 0x80 | 126]) == 1002)
        #expect(Self.code([0x80 | opcode, 0x80 | 127]) == 1002)
    }

    @Test func `[W27] a client must mask and a server must not`() {
        #expect(Self.code([0x81, 0x05]) == 1002)
        #expect(Self.code([0x81, 0x85], fromClient: false) == 1002)
        #expect(Self.code([0x88, 0x80], fromClient: false) == 1002)
    }

    @Test(
        arguments: [
            [126, 0, 0], [126, 0, 5], [126, 0, 125], [127, 0, 0, 0, 0, 0, 0, 0, 0],
            [127, 0, 0, 0, 0, 0, 0, 0, 200],
            [127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
        ] as [[UInt8]])
    func `[W26] a length that isn't in its shortest form is refused`(length: [UInt8]) {
        #expect(Self.code([0x82] + length, fromClient: false) == 1002)
        #expect(Self.code([0x82, length[0] | 0x80] + length.dropFirst()) == 1002)
    }

    @Test(arguments: [UInt8(0x80), 0xFF])
    func `[W24] a length with its top bit set is refused`(top: UInt8) {
        let bytes: [UInt8] = [0x82, 0xFF, top] + [UInt8](repeating: 0xFF, count: 11)
        #expect(Self.code(bytes) == 1002)
    }

    @Test func `[W24] no two bytes and no length of all ones or zeroes traps`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                for filler in [UInt8(0), 0x7F, 0xFF] {
                    let bytes = [first, second] + [UInt8](repeating: filler, count: 12)
                    let parser = FrameParser(
                        expectsMask: second & 0x80 != 0, allowsCompression: first & 1 != 0)
                    let header = try? parser.header(in: bytes.span.bytes)
                    if let header, header.payloadCount < 0 || header.size > 14 { Issue.record("\(bytes)") }
                }
            }
        }
    }
}
