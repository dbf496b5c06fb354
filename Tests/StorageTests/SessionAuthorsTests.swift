import HubProtocol
import Testing

@testable import Storage

@Suite struct SessionAuthorsTests {
    private func author(_ id: String, _ name: String) -> Author {
        Author(id: id, name: name)
    }

    @Test func `[SF6] the key is the name, with ~2, ~3 behind it where it is taken`() {
        let authors = SessionAuthors([
            author("1", "Bob"), author("2", "Ada"), author("3", "Bob"), author("4", "Bob"),
            author("1", "Bob"),
            author("1", "Ada"),
        ])
        #expect(authors.entries.map(\.key) == ["Bob", "Ada", "Bob~2", "Bob~3", "Ada~2"])
        #expect(authors.key(of: author("4", "Bob")) == "Bob~3")
        #expect(authors.author(withKey: "Ada~2") == author("1", "Ada"))
        #expect(authors.key(of: author("9", "Bob")) == nil)
        #expect(authors.author(withKey: "Bob~4") == nil)
    }

    @Test func `[SF6] a name that looks like another's key gets a free one`() {
        let authors = SessionAuthors([
            author("1", "Bob~2"), author("2", "Bob"), author("3", "Bob"), author("4", "Bob~2"),
            author("5", "Bob"),
        ])
        #expect(authors.entries.map(\.key) == ["Bob~2", "Bob", "Bob~3", "Bob~2~2", "Bob~4"])
    }

    @Test func `names that Swift takes for the same are two names`() {
        let authors = SessionAuthors([author("1", "\u{E9}"), author("1", "e\u{301}")])
        #expect(authors.entries.map { Array($0.key.utf8) } == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)])
    }

    private func entry(_ key: String, _ author: Author) -> SessionAuthors.Entry {
        SessionAuthors.Entry(key: key, author: author)
    }

    @Test func `[CN4] the last of equal keys counts`() {
        let authors = SessionAuthors(keyed: [entry("k", author("1", "A")), entry("k", author("2", "B"))])
        #expect(authors.author(withKey: "k") == author("2", "B"))
        #expect(authors.key(of: author("1", "A")) == nil)
        #expect(authors.key(of: author("2", "B")) == "k")
        #expect(authors.entries.count == 1)
    }

    @Test func `[CN4] an author that a later equal key replaces keeps its other keys`() {
        let authors = SessionAuthors(keyed: [
            entry("j", author("1", "A")), entry("k", author("1", "A")), entry("k", author("2", "B")),
        ])
        #expect(authors.key(of: author("1", "A")) == "j")
        #expect(authors.entries.map(\.key) == ["j", "k"])
    }
}
