import Glibc
import Sockets
import Trials
import YCRDT

/// `chatos-bench docs`: what a document costs whose updates come one by one, and one that is loaded whole;
/// beside other implementations, in turns with them.
enum DocsCommand {
    /// What one implementation took. Times are of the processor, in seconds.
    struct Cost {
        var apply: Double
        var load: Double
        var encoded: Double
        /// What applying added to what the process holds, in bytes.
        var memory: Double
    }

    static func run(_ words: [String]) throws {
        let options = try Options(
            words, valued: ["--trace", "--keys", "--seed", "--pairs", "--peer", "--json"])
        let trace =
            if let path = options.text("--trace") {
                try DocsTrace(path: path)
            } else {
                DocsTrace(
                    keys: try options.count("--keys", otherwise: 100_000),
                    seed: UInt64(try options.count("--seed", otherwise: 1)))
            }
        let pairs = try options.count("--pairs", otherwise: 3)
        let peers = try options.all("--peer").map { try peer($0) }
        let folder = try TemporaryFolder()
        try FileText.write(trace.encoded, to: "\(folder.path)/trace")
        var costs: [[Cost]] = Array(repeating: [], count: peers.count + 1)
        for _ in 0..<pairs {
            costs[0].append(try ours(trace))
            for (place, peer) in peers.enumerated() {
                costs[place + 1].append(try ask(peer.command, folder.path))
            }
        }
        try report(trace, ["ours"] + peers.map(\.name), costs, options)
    }

    // MARK: Measuring

    private static func ours(_ trace: DocsTrace) throws -> Cost {
        Allocation.giveBack()
        let before = try ProcessUsage.ofSelf.memory().residentBytes
        let doc = YDoc(clientID: 0x7FFF_FFFF)
        let apply = try seconds { for update in trace.updates { _ = try doc.apply(update) } }
        let after = try ProcessUsage.ofSelf.memory().residentBytes
        let encoded = doc.encodeStateAsUpdate()
        let loaded = YDoc(clientID: 0x7FFF_FFFE)
        let load = try seconds { _ = try loaded.apply(encoded) }
        guard !doc.isIncomplete, loaded.encodeStateAsUpdate() == encoded else {
            throw Failure(.ioError, "the document that was loaded is not the one that was saved")
        }
        return Cost(
            apply: apply, load: load, encoded: Double(encoded.count),
            memory: Double(after - min(before, after)))
    }

    /// By this thread's own clock: the kernel's accounts of a thread that runs are a tick behind.
    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = threadSeconds()
        try body()
        return threadSeconds() - start
    }

    private static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: Peers

    private static func peer(_ text: String) throws(Failure) -> (name: String, command: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw Failure(.usage, "--peer NAME=COMMAND, not '\(text)'") }
        return (parts[0], parts[1])
    }

    /// A peer reads the trace, and writes its four figures with spaces between into a file.
    private static func ask(_ command: String, _ folder: String) throws(Failure) -> Cost {
        let result = "\(folder)/result"
        let words = command.split(separator: " ").map {
            String($0).replacing("{trace}", with: "\(folder)/trace").replacing("{result}", with: result)
        }
        let status = try ChildProcess(words, isQuiet: true).wait()
        let figures = (FileText.read(result) ?? "").split { $0 == " " || $0 == "\n" }.compactMap {
            Double($0)
        }
        guard status == 0, figures.count == 4 else {
            throw Failure(.unavailable, "`\(command)` ended with \(status) and gave no four figures")
        }
        return Cost(apply: figures[0], load: figures[1], encoded: figures[2], memory: figures[3])
    }

    // MARK: Telling

    private static func report(
        _ trace: DocsTrace, _ names: [String], _ costs: [[Cost]], _ options: Options
    ) throws {
        let updates = Decimal.text(Double(trace.updates.count))
        var table = TextTable([
            "docs, \(updates) updates, \(Decimal.text(Double(trace.bytes))) B",
            "apply all, CPU ms", "load whole, CPU ms", "encoded, B", "memory, MB",
        ])
        var results: [JSONValue] = []
        for (name, runs) in zip(names, costs) {
            guard let apply = Sample(runs.map(\.apply)), let load = Sample(runs.map(\.load)),
                let memory = Sample(runs.map(\.memory)), let encoded = runs.first?.encoded
            else { continue }
            table.add([
                name, Decimal.text(apply.median * 1e3, places: 1), Decimal.text(load.median * 1e3, places: 2),
                Decimal.text(encoded), Decimal.text(memory.greatest / 1e6, places: 1),
            ])
            results.append(
                .object([
                    ("name", .text(name)), ("apply_s", .number(apply.median)),
                    ("load_s", .number(load.median)), ("encoded_bytes", .number(encoded)),
                    ("memory_bytes", .number(memory.greatest)),
                ]))
        }
        Terminal.output(table.text)
        try ServerOptions.save(
            .object([
                ("scenario", .text("docs")), ("updates", .whole(UInt64(trace.updates.count))),
                ("implementations", .list(results)),
            ]), options)
    }
}
