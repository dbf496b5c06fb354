public import HubProtocol

/// The authors of a session, each with the key by which the lines of the file call it ([SF6]).
///
/// Keys and names are compared by their bytes: Swift's own comparison takes some that differ for the same.
public struct SessionAuthors: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let key: String
        public let author: Author
    }

    /// In the order of the file.
    public private(set) var entries: [Entry] = []
    private var byKey: [[UInt8]: Int] = [:]
    private var byAuthor: [[[UInt8]]: Int] = [:]

    /// Gives each author its name as key, and those whose name is taken `~2`, `~3` and so on behind it.
    public init(_ authors: some Sequence<Author>) {
        self = SessionAuthors(keyed: []).adding(authors)
    }

    /// These and behind them the others that are not among them.
    public func adding(_ authors: some Sequence<Author>) -> SessionAuthors {
        var result = self
        var count: [[UInt8]: Int] = [:]
        for author in authors where result.key(of: author) == nil {
            let name = Array(author.name.utf8)
            var key = author.name
            var number = count[name] ?? 1
            // An author may be called `Bob~2` itself.
            while result.byKey[Array(key.utf8)] != nil {
                number += 1
                key = "\(author.name)~\(number)"
            }
            count[name] = number
            result.add(author, key: key)
        }
        return result
    }

    /// Those that a file names. The last of equal keys counts, as in JSON, in the place of the first.
    init(keyed authors: some Sequence<Entry>) {
        var indices: [[UInt8]: Int] = [:]
        var kept: [Entry] = []
        for entry in authors {
            if let index = indices[Array(entry.key.utf8)] {
                kept[index] = entry
            } else {
                indices[Array(entry.key.utf8)] = kept.count
                kept.append(entry)
            }
        }
        // Only now, for an author that is no longer called by one key may still be by another.
        for entry in kept { add(entry.author, key: entry.key) }
    }

    /// Adds an author with a key that none has.
    private mutating func add(_ author: Author, key: String) {
        byKey[Array(key.utf8)] = entries.count
        byAuthor[SessionAuthors.exact(author)] = entries.count
        entries.append(Entry(key: key, author: author))
    }

    /// Nil when no author has this key.
    public func author(withKey key: String) -> Author? {
        byKey[Array(key.utf8)].map { entries[$0].author }
    }

    /// Nil when the author is not among them.
    public func key(of author: Author) -> String? {
        byAuthor[SessionAuthors.exact(author)].map { entries[$0].key }
    }

    private static func exact(_ author: Author) -> [[UInt8]] {
        [Array(author.id.utf8), Array(author.name.utf8)]
    }
}
