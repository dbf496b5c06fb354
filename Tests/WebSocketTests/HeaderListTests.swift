import Testing

@testable import WebSocket

struct HeaderListTests {
    private static func elements(_ values: [String]) -> [String] {
        HeaderList.elements("Connection", in: RequestFields(connection: values))
    }

    private static func contains(_ token: StaticString, _ values: [String]) -> Bool {
        HeaderList.contains(token, "Connection", in: RequestFields(connection: values))
    }

    private static func onlyValue(_ values: [String]) -> String? {
        HeaderList.onlyValue("Connection", in: RequestFields(connection: values))
    }

    @Test func `elements of all occurrences come in order, without white space and empty ones`() {
        #expect(Self.elements(["a, b\t,,", "", " , ", "  c d "]) == ["a", "b", "c d"])
    }

    @Test func `a token is found whatever its case`() {
        #expect(Self.contains("upgrade", ["keep-alive, UPgrade"]))
        #expect(!Self.contains("upgrade", ["upgrades", "up grade", "h2c"]))
        #expect(!Self.contains("upgrade", []))
    }

    @Test func `only ASCII letters have a case`() {
        #expect(!Self.contains("websocket", ["web\u{17F}oc\u{212A}et"]))
        #expect(!Self.contains("websocket", ["websocke\u{54}\u{301}"]))
    }

    @Test func `a value is trimmed of spaces and tabs and nothing else`() {
        #expect(Self.onlyValue(["\t 13 \t"]) == "13")
        #expect(Self.onlyValue([" \t"]) == "")
        #expect(Self.onlyValue(["\u{A0}13"]) == "\u{A0}13")
    }

    @Test func `a value that occurs twice or not at all is none`() {
        #expect(Self.onlyValue([]) == nil)
        #expect(Self.onlyValue(["13", "13"]) == nil)
    }
}
