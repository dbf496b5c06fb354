import Sockets
import Trials
import WebSocket

/// `chatos-bench frames`: what the WebSocket machine itself costs, without a socket: a client's frame taken
/// in, unmasked and checked, and its message encoded as a server's frame.
enum FramesCommand {
    static func run(_ words: [String]) throws {
        let options = try Options(words, valued: ["--sizes", "--repeats", "--json"], switches: ["--binary"])
        let sizes = try options.counts("--sizes", otherwise: [2, 125, 1_000, 16_384, 262_144])
        let repeats = try options.count("--repeats", otherwise: 15)
        let kinds = [("ASCII", "a"), ("Cyrillic", "\u{436}"), ("emoji", "\u{1F600}")]
        var table = TextTable(["frames, in process", "ns/frame", "least", "GB/s"])
        var results: [JSONValue] = []
        for size in sizes {
            for (kind, letter) in options.has("--binary") ? [("bytes", "")] : kinds {
                let costs = try (0..<repeats).map { _ in try cost(size: size, letter: letter) }
                guard let sample = Sample(costs) else { continue }
                table.add([
                    "\(Decimal.text(Double(size))) B, \(kind)", Decimal.text(sample.median, places: 1),
                    Decimal.text(sample.least, places: 1),
                    Decimal.text(Double(size) / sample.median, places: 2),
                ])
                results.append(
                    .object([
                        ("size", .whole(UInt64(size))), ("kind", .text(kind)),
                        ("median_ns", .number(sample.median)), ("least_ns", .number(sample.least)),
                    ]))
            }
        }
        Terminal.output(table.text)
        try ServerOptions.save(.object([("scenario", .text("frames")), ("sizes", .list(results))]), options)
    }

    /// In as many bytes a time as a socket gives at once.
    private static let readingBytes = 1 << 16
    private static let bytesPerRepeat = 1 << 24

    /// Nanoseconds of one frame, over as many as a few milliseconds hold.
    private static func cost(size: Int, letter: String) throws -> Double {
        let payload = payload(size: size, letter: letter)
        let frame = FrameEncoder.frame(letter.isEmpty ? .binary : .text, payload: payload, mask: 0x37FA_213D)
        let perReading = max(1, readingBytes / frame.count)
        let reading = (0..<perReading).flatMap { _ in frame }
        let readings = max(1, min(bytesPerRepeat / reading.count, 200))
        var connection = WebSocketConnection(role: .server, limits: Limits(messageBytes: 1 << 24))
        var output: [UInt8] = []
        output.reserveCapacity(reading.count + readingBytes)
        var messages = 0
        let start = MonotonicClock.now()
        for _ in 0..<readings {
            output.removeAll(keepingCapacity: true)
            try reading.withUnsafeBytes { bytes in
                for at in stride(from: 0, to: bytes.count, by: readingBytes) {
                    let end = min(bytes.count, at + readingBytes)
                    connection.receive(UnsafeRawBufferPointer(rebasing: bytes[at..<end]))
                    messages += try echo(&connection, to: &output)
                }
            }
        }
        let elapsed = MonotonicClock.now() - start
        guard messages == readings * perReading, output.suffix(payload.count).elementsEqual(payload) else {
            throw Failure(.dataError, "frames were lost or altered")
        }
        return Double(elapsed) / Double(messages)
    }

    private static func echo(
        _ connection: inout WebSocketConnection, to output: inout [UInt8]
    ) throws(Failure) -> Int {
        var messages = 0
        while let event = connection.nextEvent() {
            guard case .message(let kind) = event else { throw Failure(.dataError, "\(event)") }
            connection.withMessage { bytes in
                FrameEncoder.append(kind == .text ? .text : .binary, payload: bytes, to: &output)
            }
            messages += 1
        }
        return messages
    }

    /// Whole letters, and spaces for what is left.
    static func payload(size: Int, letter: String) -> [UInt8] {
        guard !letter.isEmpty else { return FrameStream.payload(count: size, isText: false) }
        let letter = Array(letter.utf8)
        let letters = (0..<size / letter.count).flatMap { _ in letter }
        return letters + [UInt8](repeating: UInt8(ascii: " "), count: size - letters.count)
    }
}
