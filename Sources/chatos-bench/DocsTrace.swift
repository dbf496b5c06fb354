import Storage
import Trials
import YCRDT

/// A stream of document updates, in the order in which they were made: from a file, or typed here.
struct DocsTrace {
    let updates: [[UInt8]]

    var bytes: Int { updates.reduce(0) { $0 + $1.count } }

    /// A file of updates, each behind its length as a little-endian 32-bit number; gzip by the name's end.
    init(path: String) throws {
        let file = try NamedFile.read(path)
        var bytes: [UInt8] = []
        while try file.read(into: &bytes, limit: bytes.count + (1 << 20)) {}
        var updates: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard rest.count >= 4 else { throw DocsTrace.cut(path) }
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard rest.count >= length else { throw DocsTrace.cut(path) }
            updates.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        self.updates = updates
    }

    private static func cut(_ path: String) -> Failure {
        Failure(.ioError, "\(path) ends within an update, or holds something else")
    }

    /// Somebody writes: mostly on, sometimes a few letters back, sometimes elsewhere. The same for a seed.
    init(keys: Int, seed: UInt64) {
        let doc = YDoc(clientID: 1)
        let text = doc.text("text")
        var random = Chance(seed: seed)
        var updates: [[UInt8]] = []
        updates.reserveCapacity(keys)
        var place = 0
        for key in 0..<keys {
            let dice = random.next() % 1000
            if dice < 2 { place = Int(random.next() % (UInt64(text.length) + 1)) }
            let isBack = dice >= 880 && place > 0
            updates.append(
                doc.edit {
                    if isBack {
                        text.delete(at: place - 1, length: 1)
                    } else {
                        text.insert(key % 6 == 5 ? " " : "e", at: place)
                    }
                })
            place += isBack ? -1 : 1
        }
        self.updates = updates
    }

    /// As the file that the first initializer reads.
    var encoded: [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes + 4 * updates.count)
        for update in updates {
            for shift in stride(from: 0, to: 32, by: 8) {
                out.append(UInt8(truncatingIfNeeded: update.count >> shift))
            }
            out += update
        }
        return out
    }
}
