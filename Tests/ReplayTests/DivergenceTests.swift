import HubProtocol
import Testing

@testable import Replay

@Suite struct DivergenceTests {
    private let ada = Author(id: "a", name: "Ada")

    private func payload(_ text: String) -> Payload { Payload(bytes: Array(text.utf8)) }

    private func made(_ text: String, seq: UInt64 = 7) throws -> LoggedOp {
        LoggedOp(
            seq: try #require(Seq(seq)), at: 50, author: ada, type: "t", name: nil, resend: nil,
            payload: payload(text))
    }

    private func words(
        seq: UInt64 = 7, at: Int64 = 50, by author: Author? = nil, _ text: String, made: String
    ) throws -> String? {
        let op = try self.made(made)
        return Divergence.between(try #require(Seq(seq)), at: at, author ?? ada, payload(text), and: op)?
            .description
    }

    @Test func `the same op does not differ`() throws {
        #expect(try words("{}", made: "{}") == nil)
    }

    @Test func `the first difference is told with both sides`() throws {
        #expect(
            try words(seq: 8, "{}", made: "{ }") == "op 8 differs in its seq: the file has 8, the room 7")
        #expect(
            try words(at: 51, "{}", made: "{ }")
                == "op 7 differs in its time: the file has 51 ms, the room 50 ms")
        #expect(
            try words(by: Author(id: "a", name: "Bob"), "{}", made: "{ }")
                == "op 7 differs in its author: the file has Bob (a), the room Ada (a)")
        #expect(
            try words("{}", made: "{ }") == "op 7 differs in its payload: the file has {}, the room { }")
    }

    @Test func `of a long payload the part around the difference is shown`() throws {
        let filler = String(repeating: "x", count: 100)
        let file = filler + "A" + filler
        #expect(
            try words(file, made: filler + "B" + filler)
                == "op 7 differs in its payload: the file has ..." + String(repeating: "x", count: 20) + "A"
                + String(repeating: "x", count: 39) + "..., the room ..." + String(repeating: "x", count: 20)
                + "B" + String(repeating: "x", count: 39) + "...")
        #expect(
            try words(filler, made: String(repeating: "x", count: 10))
                == "op 7 differs in its payload: the file has " + String(repeating: "x", count: 60)
                + "..., the room xxxxxxxxxx")
    }

    @Test func `a payload that ends long before the difference is shown as ended`() {
        #expect(Divergence.words(payload("{}"), around: 40) == "nothing from byte 40 on")
    }
}
