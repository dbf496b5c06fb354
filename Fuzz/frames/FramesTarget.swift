import Bytes

@testable import WebSocket

/// Frames as they are, lawful or not.
///
/// Byte 0 says who receives them and how; then come the cutting and the bytes themselves.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFrames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let options = input.byte()
    let cutting = input.cutting()
    let bytes = Array(input.rest)

    var subject = Subject()
    subject.role = options & 1 == 0 ? .server : .client
    if options & 2 != 0 {
        // So small that a short input reaches them.
        subject.limits = Limits(
            messageBytes: 300, fragments: 4, waitingPongs: 2, inflationRatio: 4, inflationFloor: 64)
    }
    subject.isClosing = options & 4 != 0
    subject.compression = options & 8 == 0 ? nil : agreement(for: subject.role)

    let whole = subject.record([bytes])
    subject.feeding = [.copied, .borrowed, .moved, .moved][Int(options >> 4 & 3)]
    claim(whole == subject.record(cutting.pieces(of: bytes)), "frames are read alike however they are cut")
    subject.feeding = .copied
    claim(whole == subject.record(Cutting.bytewise.pieces(of: bytes)), "frames are read alike byte by byte")
    sendOn(whole.messages, subject)
    return 0
}

/// What both ends of a connection agree on by default but for the peer's takeover, which holds more state.
private func agreement(for role: WebSocketConnection.Role) -> DeflateAgreement? {
    let settings = DeflateSettings(peerTakesOver: true)
    let offer = DeflateOffer(settings)
    let server = DeflateAgreement(offers: [offer.headerValue], policy: .dedicated(settings))
    guard let server, role == .client else { return server }
    return try? DeflateAgreement(reply: [server.headerValue], to: offer, settings: settings)
}

/// A message that was read, written as a frame to the other side, is read as the same.
private func sendOn(_ messages: [Recording.Happening], _ subject: Subject) {
    var peer = Subject()
    peer.role = subject.role == .server ? .client : .server
    var frames: [UInt8] = []
    for case .message(let kind, let bytes) in messages {
        let mask: UInt32? = peer.role == .server ? 0x1234_5678 : nil
        FrameEncoder.append(Opcode(kind), payload: bytes.span.bytes, mask: mask, to: &frames)
    }
    let again = peer.record([frames])
    claim(again.happenings == messages, "messages that are sent on are read as they were")
}
