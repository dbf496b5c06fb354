/// What a frame is, RFC 6455 section 5.2. The values that the RFC reserves have no case.
public enum Opcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// The opcode of a message's first frame.
    init(_ kind: MessageKind) {
        switch kind {
        case .text: self = .text
        case .binary: self = .binary
        }
    }

    /// Control frames may stand between the fragments of a message and are never fragmented themselves.
    var isControl: Bool { rawValue & 0x8 != 0 }
}

/// What a message is, as its first frame said.
public enum MessageKind: Sendable {
    case text, binary
}
