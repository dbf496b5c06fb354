import Bytes
import HubProtocol

/// Messages of clients and of the hub; the input is the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCodec(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(Input(start, count).rest)
    // Both decoders are given what a WebSocket has checked.
    guard String(validating: bytes, as: UTF8.self) != nil else { return 0 }
    do {
        check(try MessageCodec.decode(bytes), bytes)
    } catch {
        claim((error.id ?? "").utf8.count <= MessageLimits.id, "an error's id is within bounds")
        claim(isSame(.error(error)), "an error is read as it was written")
    }
    if let message = try? ServerMessageDecoder.decode(bytes) {
        claim(isSame(message), "what the hub said is written and read as it was")
    }
    return 0
}

private func check(_ message: ClientMessage, _ bytes: [UInt8]) {
    switch message {
    case .hello(let hello):
        claim(1...MessageLimits.participant ~= hello.name.utf8.count, "a name is within bounds")
        claim(isSame(message, as: ClientMessageEncoder.hello(hello)), "a hello is read as it was written")
    case .announce(let present):
        claim(
            isSame(message, as: ClientMessageEncoder.announce(present: present)),
            "an announcement is read as it was written")
    case .op(let op):
        claim(1...MessageLimits.key ~= op.type.utf8.count, "a type is within bounds")
        claim((op.name ?? "").utf8.count <= MessageLimits.key, "a name is within bounds")
        claim((op.id ?? "").utf8.count <= MessageLimits.id, "an id is within bounds")
        claim(op.payload.bytes == bytes, "an op is kept as it was written")
        claim(
            OpIdentity(op.payload) == OpIdentity(type: op.type, name: op.name, id: op.id),
            "a log takes an op for what the hub took it for")
        if op.schedule != nil { checkFiring(of: op) }
        checkEnvelope(of: op)
    case .replay(let query, let id):
        claim(0...ReplayQuery.largestLimit ~= query.limit, "a limit is within bounds")
        claim((query.types?.count ?? 0) <= MessageLimits.replayTypes, "types are within bounds")
        claim((id ?? "").utf8.count <= MessageLimits.id, "an id is within bounds")
    case .rollcall: break
    case .request(let request, let id):
        claim(1...MessageLimits.key ~= request.responseType.utf8.count, "an answer's type is within bounds")
        claim((request.responseName ?? "").utf8.count <= MessageLimits.key, "its name is within bounds")
        claim((id ?? "").utf8.count <= MessageLimits.id, "an id is within bounds")
    case .importTool(let address, let id):
        claim(1...MessageLimits.key ~= address.tool.utf8.count, "a tool's name is within bounds")
        claim((id ?? "").utf8.count <= MessageLimits.id, "an id is within bounds")
    }
}

private func checkFiring(of op: Op) {
    guard let seq = Seq(7),
        let firing = OpFiring.payload(of: op.payload, seq: seq, type: op.type, at: 1_700_000_000_000)
    else { return }
    claim(OpIdentity(firing) == OpIdentity(type: op.type, name: nil, id: nil), "a firing is never current")
    claim(OpFiring.definition(of: firing) == seq, "a firing names its definition")
    claim((try? MessageCodec.decode(firing.bytes)) == nil, "no client can send a firing")
}

private func checkEnvelope(of op: Op) {
    let author = Author(id: "p\u{7F}\"1", name: "Zoë\\")
    // The white space around an op is the envelope's, once it is read.
    let trimmed = Payload(bytes: withoutSpace(op.payload.bytes))
    for (seq, isReplay) in [(Seq?.none, false), (Seq.max, true)] {
        let envelope = { payload in
            Envelope(seq: seq, at: 1_700_000_000_000, author: author, payload: payload, isReplay: isReplay)
        }
        let written = MessageCodec.encode(.envelope(envelope(op.payload)))
        guard case .envelope(let read)? = try? ServerMessageDecoder.decode(written) else {
            fatalError("an op that was accepted can be delivered")
        }
        claim(read == envelope(trimmed), "an envelope is read as it was written")
    }
    // Members get the op itself, and make the same of it.
    guard case .op(let again)? = try? MessageCodec.decode(trimmed.bytes) else {
        fatalError("an op is one without the white space around it")
    }
    claim(
        again.type == op.type && again.name == op.name && again.persist == op.persist && again.id == op.id,
        "an op is the same without the white space around it")
}

private func withoutSpace(_ bytes: [UInt8]) -> [UInt8] {
    let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    return Array(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
}

private func isSame(_ message: ClientMessage, as bytes: [UInt8]) -> Bool {
    (try? MessageCodec.decode(bytes)) == message
}

private func isSame(_ message: ServerMessage) -> Bool {
    (try? ServerMessageDecoder.decode(MessageCodec.encode(message))) == message
}
