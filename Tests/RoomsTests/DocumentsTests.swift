import HubProtocol
import Testing

@testable import Rooms

struct DocumentsTests {
    private let ada = MemberID(1)

    private func name(_ text: String) throws -> DocumentName { try #require(DocumentName(text)) }

    @Test func `what a member has open is known until it closes it or goes`() throws {
        var documents = Documents()
        documents.note(ada, opens: try name("a"))
        documents.note(ada, opens: try name("b"))
        documents.note(ada, closes: try name("a"))
        #expect(documents.opened(by: ada) == [try name("b")])
        documents.enterSingle(ada, try name("b"))
        #expect(documents.isSingle(ada))
        let counted = (documents.noteRefusal(ada), documents.noteRefusal(ada))
        #expect(counted == (1, 2))
        documents.forget(ada)
        #expect(documents.opened(by: ada).isEmpty && !documents.isSingle(ada))
        let anew = documents.noteRefusal(ada)
        #expect(anew == 1)
    }

    @Test func `only what was read is open`() throws {
        var documents = Documents()
        documents.set(try name("a"), .loading(waiting: []))
        let name = try name("a")
        #expect(documents[name] == nil && documents.open.isEmpty)
        documents.set(name, .open(try OpenDocument(nil, limits: RoomLimits().document)))
        #expect(documents[name] != nil && documents.open.map(\.name) == [name])
    }
}
