import YCRDT
import YSync

/// Updates to a shared document, one after another; the input is their bytes, each behind its length.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzUpdates(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let doc = YDoc(clientID: 1, collectsGarbage: input.byte() & 1 == 0, limits: limits)
    var accepted: [[UInt8]] = []
    while !input.rest.isEmpty, accepted.count < 8 {
        let update = Array(input.bytes(Int(input.byte())))
        let before = doc.stateVector
        guard (try? doc.apply(update)) != nil else {
            claim(doc.stateVector == before, "an update that is refused changes nothing")
            continue
        }
        accepted.append(update)
    }
    check(doc)
    checkMerge(accepted)
    checkMessage(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private var limits: UpdateLimits {
    var limits = UpdateLimits()
    limits.pendingUpdates = 64
    return limits
}

private func check(_ doc: YDoc) {
    let whole = doc.encodeStateAsUpdate()
    let copy = YDoc(clientID: 2)
    claim((try? copy.apply(whole)) != nil, "a document that is written can be read")
    if !doc.isIncomplete {
        claim(copy.stateVector == doc.stateVector, "a document that is written is read as far as it was")
        claim(copy.deleteSet == doc.deleteSet, "and with the same deleted")
    }
    for name in doc.rootNames.prefix(4) {
        _ = doc.text(name).runs
        _ = doc.map(name).json.json
        _ = doc.array(name).json.json
        _ = doc.xmlFragment(name).xml
        let text = doc.text(name)
        let length = text.length
        doc.edit { text.insert("x", at: length / 2) }
        claim(text.length == length + 1, "what is inserted is there")
        doc.edit { text.delete(at: length / 2, length: 1) }
        claim(text.length == length, "what is deleted is not")
    }
}

private func checkMerge(_ updates: [[UInt8]]) {
    guard let merged = try? Updates.merge(updates, limits: limits) else {
        fatalError("updates that were accepted can be merged")
    }
    claim((try? UpdateSummary(of: merged)) != nil, "what was merged can be read")
    claim((try? Updates.diff(merged, from: StateVector([1: 3, 5: 1]))) != nil, "and cut")
}

private func checkMessage(_ bytes: [UInt8]) {
    guard let message = try? SyncMessage(decoding: bytes) else { return }
    let written = message.encoded()
    claim((try? SyncMessage(decoding: written)) == message, "a message is read as it was written")
    var awareness = Awareness()
    if case .awareness(let update) = message, (try? awareness.apply(update, atMs: 0)) != nil {
        var copy = Awareness()
        claim((try? copy.apply(awareness.encodeAll(), atMs: 0)) != nil, "states that are kept can be told")
    }
}
