import Testing

@testable import WebSocket

struct OpcodeTests {
    @Test func `[RFC 6455 5.2] six opcodes are defined`() {
        let defined = (UInt8(0)...15).filter { Opcode(rawValue: $0) != nil }
        #expect(defined == [0x0, 0x1, 0x2, 0x8, 0x9, 0xA])
    }

    @Test func `[RFC 6455 5.5] those with the high bit are control frames`() {
        let control = (UInt8(0)...15).compactMap(Opcode.init(rawValue:)).filter(\.isControl)
        #expect(control == [.close, .ping, .pong])
    }

    @Test func `a message's first frame says what it is`() {
        #expect(Opcode(MessageKind.text) == .text && Opcode(MessageKind.binary) == .binary)
    }
}
