import TestSupport
import Testing
import WebSocket

/// An event with its message's bytes, to be compared.
enum Seen: Equatable {
    case text(String)
    case binary([UInt8])
    case pong
    case closed(UInt16?, String)
    case failed(UInt16)
}

/// What a connection made of some input.
struct Outcome: Equatable {
    var events: [Seen] = []
    var output: [UInt8] = []
    var state = WebSocketConnection.State.open
}

/// Takes what has happened so far; the output stays with the connection.
func drain(_ connection: inout WebSocketConnection) -> [Seen] {
    var events: [Seen] = []
    while let event = connection.nextEvent() {
        switch event {
        case .message(let kind):
            let bytes = connection.withMessage { message in message.withUnsafeBytes { Array($0) } }
            events.append(kind == .text ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes))
        case .pong: events.append(.pong)
        case .closed(let code, let reason): events.append(.closed(code?.rawValue, reason))
        case .failed(let code, _): events.append(.failed(code.rawValue))
        }
    }
    return events
}

/// Feeds the parts one after the other to a new connection, and takes its output at the end.
func outcome(
    of parts: [[UInt8]], role: WebSocketConnection.Role = .server, limits: Limits = Limits(),
    compression: DeflateAgreement? = nil
) -> Outcome {
    var connection = WebSocketConnection(role: role, limits: limits, compression: compression)
    var outcome = Outcome()
    for part in parts {
        connection.receive(part)
        outcome.events += drain(&connection)
    }
    outcome.output = connection.takeOutput()
    outcome.state = connection.state
    return outcome
}

/// Feeds `bytes` whole, byte by byte and cut at every point, each with and without the beginning of another
/// frame behind it, and expects the same of all.
func outcomeEveryWay(
    of bytes: [UInt8], role: WebSocketConnection.Role = .server, limits: Limits = Limits(),
    compression: DeflateAgreement? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) -> Outcome {
    let whole = outcome(of: [bytes], role: role, limits: limits, compression: compression)
    for way in cuts(of: bytes) {
        let cut = outcome(of: way, role: role, limits: limits, compression: compression)
        #expect(cut == whole, "cut as \(way.map(\.count))", sourceLocation: sourceLocation)
        let tailed = outcome(
            of: way.dropLast() + [(way.last ?? []) + [0x82]], role: role, limits: limits,
            compression: compression)
        #expect(tailed == whole, "with a tail, cut as \(way.map(\.count))", sourceLocation: sourceLocation)
    }
    return whole
}

/// A lawful frame of a client, masked with `mask`.
func masked(
    _ opcode: Opcode, _ payload: [UInt8] = [], isFinal: Bool = true, mask: UInt32 = 0x37FA_213D
) -> [UInt8] {
    FrameEncoder.frame(opcode, payload: payload, isFinal: isFinal, mask: mask)
}

func masked(_ text: String, isFinal: Bool = true) -> [UInt8] {
    masked(.text, Array(text.utf8), isFinal: isFinal)
}

/// A frame of a server.
func plain(_ opcode: Opcode, _ payload: [UInt8] = [], isFinal: Bool = true) -> [UInt8] {
    FrameEncoder.frame(opcode, payload: payload, isFinal: isFinal)
}

/// The payload of a close frame.
func closing(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
    [UInt8(code >> 8), UInt8(code & 0xFF)] + reason
}

/// The code of the only frame in a server's output, if it is one close frame and nothing else.
func onlyCloseCode(in output: [UInt8]) -> UInt16? {
    guard output.count >= 4, output[0] == 0x88, Int(output[1]) == output.count - 2 else { return nil }
    return UInt16(output[2]) << 8 | UInt16(output[3])
}
