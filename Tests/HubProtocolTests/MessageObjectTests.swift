import Testing

@testable import HubProtocol

struct MessageObjectTests {
    private func object(_ text: String) throws -> MessageObject {
        try MessageObject(Array(text.utf8))
    }

    @Test func `members are looked up however their keys are written`() throws {
        let object = try object(#"{"\u0061":"x","b":{"c":[1]},"d":true,"e":-5}"#)
        #expect(try object.string("a") == "x")
        #expect(try object.objectBytes("b") == Array(#"{"c":[1]}"#.utf8))
        #expect(try object.bool("d"))
        #expect(try object.integer("e") == -5)
        #expect(!object.has("c"))
    }

    @Test func `a member of another kind is an error that names it`() throws {
        let object = try object(#"{"a":null}"#)
        #expect(throws: ServerMessageError("`a` is no string")) { try object.string("a") }
        #expect(throws: ServerMessageError("`a` is no whole number")) { try object.integer("a") }
        #expect(throws: ServerMessageError("`a` is neither true nor false")) { try object.bool("a") }
        #expect(throws: ServerMessageError("`a` is no object")) { try object.object("a") }
        #expect(throws: ServerMessageError("`a` is no list")) { try object.objects("a") }
    }

    @Test func `a list gives its objects, and holds nothing else`() throws {
        let good = try object(#"{"a":[{"n":1},{"n":2}]}"#)
        #expect(try good.objects("a").map { try $0.integer("n") } == [1, 2])
        let bad = try object(#"{"a":[{},1]}"#)
        #expect(throws: ServerMessageError("`a` holds what is no object")) { try bad.objects("a") }
    }

    @Test func `in what is no object nothing is found`() throws {
        #expect(try !object(#"["a"]"#).has("a"))
    }
}
