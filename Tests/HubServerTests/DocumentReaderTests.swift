import HubProtocol
import Testing

@testable import HubServer

struct DocumentReaderTests {
    @Test(arguments: [nil, "", "a\nb", String(repeating: "x", count: 65)] as [String?])
    func `[DO6] who gives no name, or what is none, is anonymous`(_ name: String?) throws {
        let document = try #require(DocumentName("notes"))
        #expect(DocumentReader(document: document, calling: name).name == "anonymous")
    }

    @Test func `[DO6] a name that is one is taken`() throws {
        let document = try #require(DocumentName("notes"))
        #expect(DocumentReader(document: document, calling: "Ada").name == "Ada")
    }
}
