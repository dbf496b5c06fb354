import Bytes

/// JSON, scanned and scanned again; the input is the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(Input(start, count).rest)
    var members: [JSONMember] = []
    let kind = try? JSONScanner.scan(bytes) { members.append($0) }
    var reference = ReferenceJSON(bytes)
    claim((kind != nil) == reference.isDocument(), "what is JSON is decided as the grammar says")
    // Up to an error too, what was visited lay inside.
    checkPlaces(members, in: bytes)
    guard let kind else { return 0 }

    var again: [JSONMember] = []
    let spaced = bytes + Array(" \n".utf8)
    claim((try? JSONScanner.scan(spaced) { again.append($0) }) == kind, "white space behind changes nothing")
    claim(again.map(\.value) == members.map(\.value), "members lie where they lay")
    claim(members.isEmpty || kind == .object || kind == .array, "only containers have members")
    for member in members {
        claim((member.key != nil) == (kind == .object), "an object's members have keys, an array's have none")
        if let key = member.key { checkString(in: bytes, at: key) }
        check(member, in: bytes)
    }
    return 0
}

private func checkPlaces(_ members: [JSONMember], in bytes: [UInt8]) {
    var end = 0
    for member in members {
        for range in [member.key, member.value].compactMap({ $0 }) {
            claim(range.lowerBound >= end && range.upperBound <= bytes.count, "members lie inside, in order")
            claim(!range.isEmpty, "no member is empty")
            end = range.upperBound
        }
    }
}

private func check(_ member: JSONMember, in bytes: [UInt8]) {
    let value = Array(bytes[member.value])
    claim((try? JSONScanner.scan(value)) == member.kind, "a member by itself is what it was")
    switch member.kind {
    case .string:
        checkString(in: bytes, at: member.value)
    case .number:
        guard let number = JSONText.integer(in: bytes.span.bytes, at: member.value) else { return }
        var written: [UInt8] = []
        written.appendJSON(number)
        claim(written == value || value == Array("-0".utf8), "a whole number is written as it was read")
    case .bool:
        let text = JSONText.bool(in: bytes.span.bytes, at: member.value) ? "true" : "false"
        claim(value == Array(text.utf8), "true is not false")
    case .null:
        claim(value == Array("null".utf8), "null is null")
    case .object, .array: break
    }
}

private func checkString(in bytes: [UInt8], at range: Range<Int>) {
    let text = JSONText.string(in: bytes.span.bytes, at: range)
    for word: StaticString in ["", "type", "a"] {
        claim(
            JSONText.equals(word, in: bytes.span.bytes, at: range) == (text == word.description),
            "comparing is reading and comparing")
    }
    guard let text else { return }
    var written: [UInt8] = []
    written.appendJSON(text)
    claim((try? JSONScanner.scan(written)) == .string, "a string that is written is JSON")
    let again = JSONText.string(in: written.span.bytes, at: 0..<written.count)
    claim(again.map { Array($0.utf8) } == Array(text.utf8), "a string that is written is read as it was")
}
