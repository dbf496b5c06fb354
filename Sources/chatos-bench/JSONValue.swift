import Bytes

/// A value of JSON, to be written; reading is not its matter.
enum JSONValue {
    case text(String)
    case number(Double)
    case whole(UInt64)
    case list([JSONValue])
    /// In this order.
    case object([(String, JSONValue)])

    var bytes: [UInt8] {
        var out: [UInt8] = []
        append(to: &out)
        return out
    }

    private func append(to out: inout [UInt8]) {
        switch self {
        case .text(let text): out.appendJSON(text)
        // JSON has no word for what is no number.
        case .number(let number): out += Array((number.isFinite ? "\(number)" : "null").utf8)
        case .whole(let number): out.appendJSON(number)
        case .list(let values):
            out.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                value.append(to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                out.appendJSON(member.0)
                out.append(UInt8(ascii: ":"))
                member.1.append(to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }
}
