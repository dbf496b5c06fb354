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

    public init() {}

    /// Gives each author its name as key, and those whose name is taken `~2`, `~3` and so on behind it.
    public init(_ authors: some Sequence<Author>) {
        var count: [[UInt8]: Int] = [:]
        for author in authors where key(of: author) == nil {
            let name = Array(author.name.utf8)
            var key = author.name
            var number = count[name] ?? 1
            // An author may be called `Bob~2` itself.
            while byKey[Array(key.utf8)] != nil {
                number += 1
                key = "\(author.name)~\(number)"
            }
            count[name] = number
            add(author, key: key)
        }
    }

    /// Adds an author; a key that is there already gets the new one, as the last of equal keys counts in
    /// JSON.
    mutating func add(_ author: Author, key: String) {
        let entry = Entry(key: key, author: author)
        if let index = byKey[Array(key.utf8)] {
            byAuthor[SessionAuthors.exact(entries[index].author)] = nil
            entries[index] = entry
            byAuthor[SessionAuthors.exact(author)] = index
        } else {
            byKey[Array(key.utf8)] = entries.count
            byAuthor[SessionAuthors.exact(author)] = entries.count
            entries.append(entry)
        }
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
