/// A moment as HTTP writes it, such as `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 5.6.7).
///
/// It reads no date, and keeps the text that it wrote last: a server is asked for the same second many times.
public struct HTTPDate: Sendable {
    private static let mask = Array("ddd, dd mmm yyyy HH:MM:ss 'GMT'".utf8)

    private var second = Int64.min
    private var written = ""

    public init() {}

    /// - Parameter ms: milliseconds since 1970.
    public mutating func text(at ms: Int64) -> String {
        let now = ms / 1000
        if now != second {
            var bytes: [UInt8] = []
            DateMask.append(CivilTime(ms: ms), as: HTTPDate.mask, to: &bytes)
            (second, written) = (now, String(decoding: bytes, as: UTF8.self))
        }
        return written
    }
}
