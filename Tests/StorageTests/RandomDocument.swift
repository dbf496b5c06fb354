import HubProtocol
import TestSupport
import YCRDT

@testable import Storage

/// People who write a document at once, in an order that a seed brings back, and what a hub hears of it.
///
/// They hear of each other late, out of order or never, write into types that others delete, and are
/// sometimes not heard at all: what rests on that stays without it.
struct RandomDocument {
    private var random: SeededGenerator
    private let people: [YDoc]
    /// What each has yet to hear.
    private var unheard: [[[UInt8]]]
    private let loses: Bool

    private static let words = ["a", "b", "hello", " ", "\n", "äß", "日本語", "😀", "x😀y", "0123456789"]
    private static let keys = ["k1", "k2"]

    init(seed: UInt64, people count: Int = 3, loses: Bool = false) {
        random = SeededGenerator(seed: seed)
        people = (1...UInt64(count)).map { YDoc(clientID: $0 * 1_000_003) }
        unheard = Array(repeating: [], count: count)
        self.loses = loses
    }

    /// The next `count` updates.
    mutating func updates(_ count: Int) -> [[UInt8]] {
        var updates: [[UInt8]] = []
        while updates.count < count {
            let person = Int.random(in: 0..<people.count, using: &random)
            hear(person)
            let update = edit(people[person])
            guard !update.isEmpty else { continue }
            for other in people.indices where other != person { unheard[other].append(update) }
            if loses, Int.random(in: 0..<15, using: &random) == 0 { continue }
            updates.append(update)
            // Some is said twice.
            if Int.random(in: 0..<20, using: &random) == 0 { updates.append(update) }
        }
        return Array(updates.prefix(count))
    }

    private mutating func hear(_ person: Int) {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return }
        for update in unheard[person].shuffled(using: &random) { _ = try? people[person].apply(update) }
        unheard[person] = []
    }

    private mutating func edit(_ doc: YDoc) -> [UInt8] {
        let dice = Int.random(in: 0..<12, using: &random)
        let place = Int.random(in: 0..<1_000, using: &random)
        let key = RandomDocument.keys[place % 2]
        let word = RandomDocument.words[place % RandomDocument.words.count]
        let length = 1 + place % 4
        return doc.edit {
            let (map, array) = (doc.map("map"), doc.array("array"))
            switch dice {
            case 0...2: RandomDocument.insert(word, into: doc.text("text"), at: place)
            case 3: RandomDocument.delete(length, of: doc.text("text"), at: place)
            case 4: doc.text("text").format(at: 0, length: min(length, doc.text("text").length), ["b": true])
            case 5: map.set(key, place % 3 == 0 ? .string(word) : .number(Double(place)))
            case 6: map.remove(key)
            case 7: _ = place % 2 == 0 ? map.set(key, YText.self) == nil : map.set(key, YArray.self) == nil
            case 8:
                if let text: YText = map[key]?.shared() { RandomDocument.insert(word, into: text, at: place) }
                if let array: YArray = map[key]?.shared() { array.insert([.string(word)], at: 0) }
            case 9:
                if let text: YText = map[key]?.shared() { RandomDocument.delete(1, of: text, at: place) }
                if let array: YArray = map[key]?.shared(), array.count > 0 { array.delete(at: 0) }
            case 10: array.insert([.number(Double(place)), true], at: place % (array.count + 1))
            default: if array.count > 0 { array.delete(at: place % array.count) }
            }
        }
    }

    private static func insert(_ word: String, into text: YText, at place: Int) {
        text.insert(word, at: place % (text.length + 1))
    }

    private static func delete(_ length: Int, of text: YText, at place: Int) {
        guard text.length > 0 else { return }
        let start = place % text.length
        text.delete(at: start, length: min(length, text.length - start))
    }
}

/// An update of a document as a hub logs it.
func update(
    _ number: UInt64, of name: String, _ bytes: [UInt8], by author: Author = ada, at: Int64? = nil
) throws -> LoggedOp {
    guard let name = DocumentName(name) else { throw Unexpected() }
    return LoggedOp(
        seq: seq(number), at: at ?? Int64(number) * 10, author: author, type: "document", name: name.stored,
        resend: nil, payload: DocumentOp(name: name, update: bytes).payload)
}

/// A log of ops of all kinds, half of which are updates of three documents, in an order that a seed brings
/// back.
enum DocumentLog {
    /// The last two are one text to Swift and two to the log.
    static let names = ["notes", "tools/clock", "e\u{301}", "\u{E9}"]

    static func ops(_ count: UInt64, seed: UInt64, loses: Bool = false) throws -> [LoggedOp] {
        var random = SeededGenerator(seed: seed ^ 0xD0C)
        var documents = names.indices.map {
            RandomDocument(seed: seed &* 7 &+ UInt64($0), loses: loses)
        }
        return try RandomLog.ops(count, seed: seed).map { op in
            guard Bool.random(using: &random) else { return op }
            let index = Int.random(in: 0..<names.count, using: &random)
            return try update(
                op.seq.number, of: names[index], documents[index].updates(1)[0], by: op.author, at: op.at)
        }
    }

    /// What each document's updates come to, told in the plainest way.
    static func states(of ops: some Sequence<LoggedOp>) throws -> [DocumentState] {
        var docs: [DocumentName: (doc: YDoc, seq: Seq)] = [:]
        for op in ops {
            guard let update = DocumentOp(op.payload) else { continue }
            let doc = docs[update.name]?.doc ?? YDoc(clientID: 0)
            try doc.apply(update.update)
            docs[update.name] = (doc, op.seq)
        }
        return docs.map { DocumentState(name: $0, seq: $1.seq, update: $1.doc.encodeStateAsUpdate()) }
            .sorted { $0.name.text.utf8.lexicographicallyPrecedes($1.name.text.utf8) }
    }
}

extension MemoryLog {
    /// All documents as they were then, in the order of their names' bytes.
    func documents(_ room: RoomID, at seq: Seq = .max) throws -> [DocumentState] {
        try queries.documents(of: room, after: "", limit: .max).compactMap {
            try queries.document($0.name, of: room, at: seq)
        }
    }

    /// Stores the state that the document has then.
    func keepState(of name: String, _ room: RoomID, at seq: Seq) throws {
        guard let name = DocumentName(name), let state = try queries.document(name, of: room, at: seq) else {
            return
        }
        let hash = SHA256().hash(state.update)
        try maintainer.insert(
            StoredDocument(name: name, seq: state.seq, hash: hash, state: state.update), of: room)
    }
}

/// An update with as many bytes of text, under an id of its own.
enum LargeUpdate {
    static func bytes(_ count: Int, client: UInt64 = 77) -> [UInt8] {
        let doc = YDoc(clientID: client)
        return doc.edit {
            doc.text("text").insert(String(repeating: "x", count: count), at: 0, attributes: nil)
        }
    }
}
