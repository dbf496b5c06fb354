import Glibc

/// Where and when something was measured.
enum Machine {
    static var json: JSONValue {
        .object([
            ("processor", .text(processor)), ("cores", .whole(UInt64(Processors.count))),
            ("kernel", .text(kernel)), ("date", .text(date)),
        ])
    }

    private static var processor: String {
        FileText.read("/proc/cpuinfo").flatMap { ProcText.value(of: "model name", cpuinfo: $0) } ?? "unknown"
    }

    private static var kernel: String {
        let text = FileText.read("/proc/sys/kernel/osrelease") ?? "unknown"
        return "Linux " + text.filter { !$0.isWhitespace }
    }

    /// Of this day, as ISO 8601 writes it.
    private static var date: String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }
}
