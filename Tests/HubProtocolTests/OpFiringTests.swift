import HubProtocol
import Testing

@Suite struct OpFiringTests {
    // 21 September 2026, 14:13:20.
    private let now: Int64 = 1_790_000_000_000

    private func firing(_ text: String, type: String = "a") throws -> String? {
        let definition = Payload(bytes: Array(text.utf8))
        let payload = OpFiring.payload(of: definition, seq: try #require(Seq(12)), type: type, at: now)
        return payload.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `[SC4] a firing is the definition's bytes, with its seq behind all else`() throws {
        let text = #" { "type":"a", "name":"b","schedule":"* * * * *", "x": [1, {"y":"\u0041"}] } "#
        let expected =
            #" { "type":"a", "name":"b","schedule":"* * * * *", "x": [1, {"y":"\u0041"}] ,"firedBy":12} "#
        #expect(try firing(text) == expected)
        let payload = Payload(bytes: Array(expected.utf8))
        #expect(OpFiring.definition(of: payload) == Seq(12))
        #expect(OpIdentity(payload) == OpIdentity(type: "a", name: nil, id: nil))
    }

    @Test func `[SC5] dates are filled in, moved where that is said`() throws {
        let text =
            #"{"type":"a","name":"b","schedule":"* * * * *","body":"%d{HH:MM} %d{yy--01-00-00T00:00:00}"}"#
        #expect(try firing(text)?.contains(#""body":"14:13 25""#) == true)
    }

    @Test func `[SC4] dates can't make another op of it`() throws {
        #expect(
            try firing(#"{"type":"%d{'joined'}","name":"b","schedule":"* * * * *"}"#, type: "%d{'joined'}")
                == nil)
        let key = #"{"type":"a","name":"b","schedule":"* * * * *","%d{'typ'}e":"joined"}"#
        #expect(try firing(key) == nil)
        let schedule = #"{"type":"a","name":"b","schedule":"* * * * *","%d{'schedul'}e":7}"#
        #expect(try firing(schedule) == nil)
    }

    @Test func `[SC4] one that would be larger than a message is none`() throws {
        func definition(_ padding: Int) -> String {
            let text = String(repeating: "x", count: padding)
            return #"{"type":"a","name":"b","schedule":"* * * * *","x":"\#(text)"}"#
        }
        let frame = definition(0).utf8.count + #","firedBy":12"#.utf8.count
        #expect(try firing(definition(MessageLimits.message - frame))?.utf8.count == MessageLimits.message)
        #expect(try firing(definition(MessageLimits.message - frame + 1)) == nil)
    }

    @Test(arguments: [
        "", "{}", #"{"type":"a","firedBy":12}"#, #"{"type":"a","schedule":"* * * * *"}"#,
        #"{"type":"a","schedule":"* * * * *","firedBy":"12"}"#,
        #"{"type":"a","schedule":"* * * * *","firedBy":-1}"#,
    ])
    func `[SC4] what no definition made names none`(text: String) {
        #expect(OpFiring.definition(of: Payload(bytes: Array(text.utf8))) == nil)
    }
}
