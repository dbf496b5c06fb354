import Testing

@testable import WebSocket

struct HeaderListTests {
    private static func list(_ values: [String]) -> HeaderList {
        HeaderList("Connection", in: RequestFields(connection: values))
    }

    @Test func `elements of all occurrences come in order, without white space and empty ones`() {
        #expect(Self.list(["a, b\t,,", "", " , ", "  c d "]).elements == ["a", "b", "c d"])
    }

    @Test func `a token is found whatever its case`() {
        #expect(Self.list(["keep-alive, UPgrade"]).contains("upgrade"))
        #expect(!Self.list(["upgrades", "up grade", "h2c"]).contains("upgrade"))
        #expect(!Self.list([]).contains("upgrade"))
    }

    @Test func `only ASCII letters have a case`() {
        #expect(!Self.list(["web\u{17F}oc\u{212A}et"]).contains("websocket"))
        #expect(!Self.list(["websocke\u{54}\u{301}"]).contains("websocket"))
    }

    @Test func `a value is trimmed of spaces and tabs and nothing else`() {
        #expect(Self.list(["\t 13 \t"]).onlyValue == "13")
        #expect(Self.list([" \t"]).onlyValue == "")
        #expect(Self.list(["\u{A0}13"]).onlyValue == "\u{A0}13")
    }

    @Test func `a value that occurs twice or not at all is none`() {
        #expect(Self.list([]).onlyValue == nil)
        #expect(Self.list(["13", "13"]).onlyValue == nil)
    }
}
