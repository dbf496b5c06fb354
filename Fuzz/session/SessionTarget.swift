import Glibc
import HubProtocol
import Storage

/// Session files; the input is one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSession(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(Input(start, count).rest)
    guard let session = Session(reading: bytes) else { return 0 }
    for case .op(let entry) in session.lines {
        claim(entry.seq > .none && entry.ms >= 0, "an op has a place and a time")
        let found = session.header.authors.author(withKey: entry.author)
        claim(found != nil, "an op's author is in the header")
        claim(entry.payload?.bytes.contains(UInt8(ascii: "{")) ?? true, "an op is an object")
        // As a log that the file is read into would write it again.
        guard let found else { continue }
        claim(session.header.authors.key(of: found) != nil, "an author that a key has, has a key")
    }
    let written = session.written()
    guard let again = Session(reading: written) else { fatalError("what was written can be read") }
    claim(again.isWhole, "what was written can be read to its end")
    claim(again.header == session.header, "a header is read as it was written")
    claim(again.lines == session.lines, "lines are read as they were written")
    claim(again.written() == written, "writing what was read changes nothing")
    return 0
}
