import Bytes
import Testing

@testable import WebSocket

struct MessageAssemblerTests {
    private static func header(_ opcode: Opcode, _ count: Int, isFinal: Bool = true) -> FrameHeader {
        FrameHeader(
            isFinal: isFinal, isCompressed: false, opcode: opcode, mask: nil, payloadCount: count, size: 2)
    }

    /// Admits the frames one after the other, their payloads being zeroes; the code that the last one is
    /// refused with.
    private static func refusal(_ headers: [FrameHeader], limits: Limits = Limits()) -> UInt16? {
        var assembler = MessageAssembler(limits: limits)
        for (index, header) in headers.enumerated() {
            do {
                let placement = try assembler.admit(header)
                var payload = ReceiveQueue()
                payload.append([UInt8](repeating: 0, count: header.payloadCount))
                if placement == .assembled { assembler.append(header.payloadCount, of: payload) }
                if header.isFinal {
                    _ = try assembler.finish()
                    assembler.forget()
                }
            } catch {
                return index == headers.count - 1 ? error.code.rawValue : 0
            }
        }
        return nil
    }

    @Test func `a message in one frame stays in place, one in several is assembled`() throws {
        var assembler = MessageAssembler(limits: Limits())
        let single = try assembler.admit(Self.header(.text, 5))
        let singleKind = try assembler.finish()
        let first = try assembler.admit(Self.header(.binary, 5, isFinal: false))
        let last = try assembler.admit(Self.header(.continuation, 5))
        let kind = try assembler.finish()
        #expect(single == .inPlace && singleKind == .text)
        #expect(first == .assembled && last == .assembled && kind == .binary)
    }

    @Test func `[W34] a continuation without a message is refused`() {
        #expect(Self.refusal([Self.header(.continuation, 0)]) == 1002)
        #expect(Self.refusal([Self.header(.text, 0), Self.header(.continuation, 0)]) == 1002)
    }

    @Test func `[W34] a new message inside a fragmented one is refused`() {
        let begun = Self.header(.text, 1, isFinal: false)
        #expect(Self.refusal([begun, Self.header(.text, 1)]) == 1002)
        #expect(Self.refusal([begun, Self.header(.binary, 1, isFinal: false)]) == 1002)
    }

    @Test func `[W35] fragments are counted, empty ones too, and not beyond the message`() {
        let limits = Limits(messageBytes: 10, fragments: 3)
        let message = [
            Self.header(.text, 0, isFinal: false), Self.header(.continuation, 0, isFinal: false),
            Self.header(.continuation, 0),
        ]
        #expect(Self.refusal(message + message + message, limits: limits) == nil)
        let endless = message.dropLast() + [Self.header(.continuation, 0, isFinal: false)]
        #expect(Self.refusal(endless + [Self.header(.continuation, 0)], limits: limits) == 1008)
    }

    @Test func `[W25] the size is judged by the header, over all fragments`() {
        let limits = Limits(messageBytes: 10)
        #expect(Self.refusal([Self.header(.binary, 10)], limits: limits) == nil)
        #expect(Self.refusal([Self.header(.binary, 11)], limits: limits) == 1009)
        #expect(Self.refusal([Self.header(.binary, .max)], limits: limits) == 1009)
        let begun = Self.header(.binary, 6, isFinal: false)
        #expect(Self.refusal([begun, Self.header(.continuation, 4)], limits: limits) == nil)
        #expect(Self.refusal([begun, Self.header(.continuation, 5)], limits: limits) == 1009)
        #expect(Self.refusal([begun, Self.header(.continuation, .max)], limits: limits) == 1009)
    }

    @Test func `[W39] text is checked across fragments, and binary isn't`() throws {
        var queue = ReceiveQueue()
        queue.append([0xC3, 0xA9, 0xFF])
        var text = MessageAssembler(limits: Limits())
        _ = try text.admit(Self.header(.text, 1, isFinal: false))
        try text.check(0..<1, of: queue, isASCII: false)
        _ = try text.admit(Self.header(.continuation, 2))
        try text.check(1..<2, of: queue, isASCII: false)
        var code: CloseCode?
        do { try text.check(2..<3, of: queue, isASCII: false) } catch { code = error.code }
        #expect(code == .invalidFramePayloadData)

        var binary = MessageAssembler(limits: Limits())
        _ = try binary.admit(Self.header(.binary, 3))
        try binary.check(0..<3, of: queue, isASCII: false)
        let kind = try binary.finish()
        #expect(kind == .binary)
    }

    @Test func `[W39] ASCII doesn't complete a sequence that it interrupts`() throws {
        var queue = ReceiveQueue()
        queue.append([0xC3, 0x41])
        var text = MessageAssembler(limits: Limits())
        _ = try text.admit(Self.header(.text, 2))
        try text.check(0..<1, of: queue, isASCII: false)
        var code: CloseCode?
        do { try text.check(1..<2, of: queue, isASCII: true) } catch { code = error.code }
        #expect(code == .invalidFramePayloadData)
    }

    @Test func `[W39] a message that ends inside a sequence is refused`() throws {
        var queue = ReceiveQueue()
        queue.append([0xC3])
        var text = MessageAssembler(limits: Limits())
        _ = try text.admit(Self.header(.text, 1))
        try text.check(0..<1, of: queue, isASCII: false)
        var code: CloseCode?
        do { _ = try text.finish() } catch { code = error.code }
        #expect(code == .invalidFramePayloadData)
    }
}
