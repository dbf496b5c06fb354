import Bytes

@testable import WebSocket

/// An offer of compression, and then the peer's compressed messages.
///
/// Byte 0 says what the server would spend, byte 1 how the rest is meant; then come the cutting, the offer's
/// length and text, and the frames.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeflate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let settings = settings(input.byte())
    let options = input.byte()
    let cutting = input.cutting()
    let length = Int(input.byte())
    let offer = String(decoding: input.bytes(length), as: UTF8.self)

    var subject = Subject()
    subject.compression = agree(on: offer, settings, isShared: options & 1 != 0)
    if options & 2 != 0 {
        subject.limits = Limits(
            messageBytes: 300, fragments: 4, waitingPongs: 2, inflationRatio: 4, inflationFloor: 64)
    }
    if options & 4 == 0 {
        var maker = FrameMaker(isCompressing: options & 8 != 0)
        let frames = maker.frames(from: &input)
        let whole = subject.record([frames])
        subject.feeding = options & 16 == 0 ? .copied : .moved
        claim(
            whole == subject.record(cutting.pieces(of: frames)),
            "compressed frames are read alike however they are cut")
        claim(
            whole == subject.record(Cutting.bytewise.pieces(of: frames)),
            "compressed frames are read alike byte by byte")
    } else {
        converse(Array(input.rest), settings, cutting)
    }
    return 0
}

private func settings(_ byte: UInt8) -> DeflateSettings {
    DeflateSettings(
        windowBits: 9 + Int(byte & 7) % 7, memLevel: 1, level: 1 + Int(byte >> 3 & 7),
        takesOver: byte & 64 == 0, peerWindowBits: 9 + Int(byte >> 3 & 7) % 7,
        peerTakesOver: byte & 128 != 0, threshold: Int(byte & 1) * 8)
}

/// Holds both sides of a handshake against each other, and gives the server's; by default there is one.
private func agree(on text: String, _ settings: DeflateSettings, isShared: Bool) -> DeflateAgreement? {
    let policy: CompressionPolicy = isShared ? .shared(settings) : .dedicated(settings)
    let elements = ExtensionList([text]).elements
    if let agreement = DeflateAgreement(offers: [text], policy: policy) {
        claim(elements.contains { $0.name == DeflateOffer.name }, "what was not offered is not agreed on")
        claim(agreement.deflateBytes <= 400_000, "an agreement costs no more than zlib at its largest")
        if elements.count == 1, let offer = DeflateOffer(elements[0]) {
            let client = try? DeflateAgreement(
                reply: [agreement.headerValue], to: offer, settings: settings)
            claim(client != nil, "a client takes what a server replies to its offer")
        }
        return agreement
    }
    // A reply may say anything too; what it is taken for, zlib can do.
    let client = try? DeflateAgreement(
        reply: [text], to: DeflateOffer(settings), settings: settings)
    if let client { claim(client.incoming.windowBits >= 8, "a window is one of DEFLATE's") }
    return DeflateAgreement(offers: ["permessage-deflate"], policy: policy)
}

/// Both ends compress as agreed; what one says is what the other reads.
private func converse(_ bytes: [UInt8], _ settings: DeflateSettings, _ cutting: Cutting) {
    let offer = DeflateOffer(settings)
    guard
        let server = DeflateAgreement(offers: [offer.headerValue], policy: .dedicated(settings)),
        let client = try? DeflateAgreement(reply: [server.headerValue], to: offer, settings: settings)
    else { fatalError("the two ends of one program agree") }
    for (from, to, role) in [(client, server, WebSocketConnection.Role.server), (server, client, .client)] {
        guard case .dedicated(let window) = from.outgoing else { fatalError("a window was agreed on") }
        let deflater = MessageDeflater(window)
        var said: [Recording.Happening] = []
        var frames: [UInt8] = []
        // Line breaks end the messages.
        for message in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init) {
            said.append(.message(.binary, message))
            frames += deflater.frame(
                .binary, payload: message.span.bytes, mask: role == .server ? 0x0102_0304 : nil)
        }
        var subject = Subject()
        subject.role = role
        subject.compression = to
        claim(subject.record(cutting.pieces(of: frames)).happenings == said, "what was said is read")
    }
}
