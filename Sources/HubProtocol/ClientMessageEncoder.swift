import Bytes

/// Writes the control frames that a client sends.
///
/// Ops it does not write: they go as the bytes that somebody made.
public enum ClientMessageEncoder {
    /// [HI1], and [PR2] for a quiet one.
    public static func hello(_ hello: Hello) -> [UInt8] {
        var out = Array(#"{"hub":"hello","name":"#.utf8)
        out.appendJSON(hello.name)
        append("client", hello.client, to: &out)
        append("token", hello.token, to: &out)
        if let resume = hello.resume {
            out += Array(#","after":"#.utf8)
            out.appendJSON(resume.after.number)
            append("epoch", resume.epoch, to: &out)
        }
        if hello.quiet { out += Array(#","quiet":true"#.utf8) }
        out.append(UInt8(ascii: "}"))
        return out
    }

    /// [PR2]
    public static func announce(present: Bool) -> [UInt8] {
        Array(#"{"hub":"announce","present":\#(present)}"#.utf8)
    }

    private static func append(_ key: String, _ value: String?, to out: inout [UInt8]) {
        guard let value else { return }
        out += Array(#","\#(key)":"#.utf8)
        out.appendJSON(value)
    }
}
