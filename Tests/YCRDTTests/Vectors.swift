import Foundation
import YCRDT

/// What Yjs wrote, from Fixtures/yjs.
enum Vectors {
    static let all: AnyValue = {
        let path = Peer.repository + "/Fixtures/yjs/vectors.json"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return AnyValue(json: text) ?? .null
    }()

    static var values: [AnyValue] { all["values"]?.elements ?? [] }
    static var documents: [AnyValue] { all["documents"]?.elements ?? [] }
}

extension AnyValue {
    var elements: [AnyValue] {
        if case .array(let elements) = self { return elements }
        return []
    }
}

/// Writes updates by hand, right or wrong.
struct HandWritten {
    var writer = ByteWriter()

    static func update(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        body(&writer)
        return writer.bytes
    }

    /// An update of one client with structs as they are given, and no deletes.
    static func block(client: UInt64, clock: UInt64, count: Int, _ body: (inout ByteWriter) -> Void)
        -> [UInt8]
    {
        update { writer in
            writer.number(1)
            writer.number(count)
            writer.number(client)
            writer.number(clock)
            body(&writer)
            writer.number(0)
        }
    }
}

extension ByteWriter {
    /// An item of text at the start of the root `text`.
    mutating func firstText(_ text: String) {
        byte(4)
        number(1)
        string("text")
        string(text)
    }

    /// An item of text behind another.
    mutating func text(_ text: String, after client: UInt64, _ clock: UInt64) {
        byte(0x84)
        number(client)
        number(clock)
        string(text)
    }
}
