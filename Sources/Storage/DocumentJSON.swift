internal import Bytes
internal import YCRDT

/// What a document holds as JSON: bytes as base64, and what JSON has no word for as null.
///
/// It does not say how deep a value may be; whoever made it does.
enum DocumentJSON {
    static func encode(_ value: AnyValue) -> [UInt8] {
        var out: [UInt8] = []
        append(value, to: &out)
        return out
    }

    private static func append(_ value: AnyValue, to out: inout [UInt8]) {
        switch value {
        case .bytes(let bytes):
            out.append(UInt8(ascii: "\""))
            out += Base64.encode(bytes).utf8
            out.append(UInt8(ascii: "\""))
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                append(element, to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            // In an order of their own, so that the same content is the same text.
            for (index, key) in members.keys.sorted().enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                out.appendJSON(key)
                out.append(UInt8(ascii: ":"))
                append(members[key] ?? .null, to: &out)
            }
            out.append(UInt8(ascii: "}"))
        case .string(let text): out.appendJSON(text)
        case .undefined, .null, .bool, .number, .bigInt: out += value.json.utf8
        }
    }
}
