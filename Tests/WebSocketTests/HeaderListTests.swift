import Testing

@testable import WebSocket

struct HeaderListTests {
    @Test func `elements of all occurrences come in order, without white space and empty ones`() {
        let list = HeaderList(["a, b\t,,", "", " , ", "  c d "])
        #expect(list.elements == ["a", "b", "c d"])
    }

    @Test func `a token is found whatever its case`() {
        #expect(HeaderList(["keep-alive, UPgrade"]).contains("upgrade"))
        #expect(!HeaderList(["upgrades", "up grade", "h2c"]).contains("upgrade"))
        #expect(!HeaderList([]).contains("upgrade"))
    }

    @Test func `only ASCII letters have a case`() {
        #expect(!HeaderList(["web\u{17F}oc\u{212A}et"]).contains("websocket"))
        #expect(!HeaderList(["websocke\u{54}\u{301}"]).contains("websocket"))
    }

    @Test func `a value is trimmed of spaces and tabs and nothing else`() {
        #expect(HeaderList.trim(Substring("\t 13 \t").utf8) == "13")
        #expect(HeaderList.trim(Substring(" \t").utf8) == "")
        #expect(HeaderList.trim(Substring("\u{A0}13").utf8) == "\u{A0}13")
    }
}
