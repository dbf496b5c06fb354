import HubProtocol
import Testing
import Timetables

@Suite struct OpDecoderTests {
    private func decode(_ text: String) throws(ProtocolError) -> ClientMessage {
        try MessageCodec.decode(Array(text.utf8))
    }

    private func op(_ text: String) throws -> Op {
        guard case .op(let op) = try decode(text) else {
            throw ProtocolError(.badOp, "not an op")
        }
        return op
    }

    private func code(_ text: String) -> ProtocolError.Code? {
        do {
            _ = try decode(text)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `[OP1] type, name, persist and id are read, all else is the sender's`() throws {
        let text = #" {"x":{"type":"no"},"type":"note","name":"n","persist":false,"id":"7","hubs":1} "#
        #expect(
            try op(text)
                == Op(
                    type: "note", name: "n", persist: false, id: "7",
                    payload: Payload(bytes: Array(text.utf8))))
    }

    @Test(arguments: ["constructor", "__proto__", "toString", "hasOwnProperty", "", " ", "\u{0}", "😀"])
    func `[OP7] [O5] odd types and names are data`(word: String) throws {
        var literal: [UInt8] = []
        for byte in word.utf8 {
            literal.append(contentsOf: byte == 0 ? Array(#"\u0000"#.utf8) : [byte])
        }
        let quoted = String(decoding: literal, as: UTF8.self)
        #expect(try op(#"{"type":"t","name":"\#(quoted)"}"#).name == word)
        if !word.isEmpty { #expect(try op(#"{"type":"\#(quoted)"}"#).type == word) }
    }

    @Test func `[CN4] of two members with one key the last one counts`() throws {
        #expect(try op(#"{"type":"a","typ\u0065":"b"}"#).type == "b")
        #expect(code(#"{"type":"a","type":7}"#) == .badOp)
    }

    @Test(arguments: [
        "{}", #"{"type":1}"#, #"{"type":""}"#, #"{"type":null}"#, #"{"type":"\ud800"}"#,
        #"{"type":"a","name":1}"#,
        #"{"type":"a","name":null}"#, #"{"type":"a","persist":"no"}"#, #"{"type":"a","id":1}"#,
        #"{"type":"a","id":""}"#,
        #"{"type":"\#(String(repeating: "x", count: 129))"}"#,
        #"{"type":"a","name":"\#(String(repeating: "x", count: 129))"}"#,
        #"{"type":"a","id":"\#(String(repeating: "x", count: 65))"}"#,
    ])
    func `[OP2] an op that breaks its form is bad_op`(text: String) {
        #expect(code(text) == .badOp)
    }

    @Test func `[ER1] an error carries the op's id`() {
        do {
            _ = try decode(#"{"id":"5","type":7}"#)
            Issue.record("accepted")
        } catch {
            #expect(error.id == "5")
        }
    }

    @Test func `[TY1] an upgrade has a name, string parts, and lasts`() throws {
        #expect(try op(#"{"type":"upgrade","name":"clock","script":"1"}"#).name == "clock")
        #expect(code(#"{"type":"upgrade"}"#) == .badOp)
        #expect(code(#"{"type":"upgrade","name":""}"#) == .badOp)
        #expect(code(#"{"type":"upgrade","name":"c","style":[]}"#) == .badOp)
        #expect(code(#"{"type":"upgrade","name":"c","persist":false}"#) == .badOp)
    }

    @Test func `[TY2] a remove names its tool by name or by text`() throws {
        #expect(try op(#"{"type":"remove","name":"clock","text":"other"}"#).name == "clock")
        #expect(try op(#"{"type":"remove","text":"clock"}"#).name == "clock")
        #expect(code(#"{"type":"remove"}"#) == .badOp)
        #expect(code(#"{"type":"remove","text":""}"#) == .badOp)
        #expect(code(#"{"type":"remove","name":"c","persist":false}"#) == .badOp)
    }

    @Test func `[TY8] an op can't call itself erased`() {
        #expect(code(#"{"type":"erased"}"#) == .reserved)
        #expect(code(#"{"type":"erased","name":"a","persist":false}"#) == .reserved)
        #expect(OpIdentity(HubOps.erased) == OpIdentity(type: "erased", name: nil, id: nil))
    }

    @Test func `[TY9] an update of a document is the hub's to log`() {
        #expect(code(#"{"type":"document","doc":"a","update":"AAA="}"#) == .reserved)
    }

    @Test func `[DO4] a name that begins with U+0002 is refused`() {
        #expect(code(#"{"type":"note","name":"\u0002a"}"#) == .badOp)
        #expect(code(#"{"type":"remove","text":"\u0002a"}"#) == .badOp)
    }

    @Test func `[TY6] what is reserved is refused`() {
        #expect(code(#"{"type":"joined"}"#) == .reserved)
        #expect(code(#"{"type":"disconnected"}"#) == .reserved)
    }

    @Test func `[SC1] [SC2] an op with a schedule is a definition, under a name of its own`() throws {
        let bell = try op(#"{"type":"bell","name":"b","id":"7","schedule":"0 30 9 * * mon-fri"}"#)
        #expect(bell.name == "\u{1}b" && bell.id == "7")
        #expect(bell.schedule == OpSchedule(rule: try CronExpression("0 30 9 * * mon-fri")))
        let ended = try op(#"{"type":"bell","name":"b","schedule":"0 0 * * * *","active":false}"#)
        #expect(ended.schedule?.isActive == false)
        #expect(try op(#"{"type":"bell","name":"b","active":false}"#).schedule == nil)
        #expect(try op(#"{"type":"bell","name":"b","active":7}"#).name == "b")
    }

    @Test(arguments: [
        #"{"type":"a","schedule":"* * * * * *"}"#, #"{"type":"a","name":"","schedule":"* * * * * *"}"#,
        #"{"type":"a","name":7,"schedule":"* * * * * *"}"#, #"{"type":"a","name":"b","schedule":7}"#,
        #"{"type":"a","name":"b","schedule":"* * * *"}"#,
        #"{"type":"a","name":"b","schedule":"60 * * * * *"}"#,
        #"{"type":"a","name":"b","schedule":"0 0 0 31 feb *"}"#,
        #"{"type":"a","name":"b","schedule":"* * * * * *","persist":false}"#,
        #"{"type":"a","name":"b","schedule":"* * * * * *","active":"no"}"#,
        #"{"type":"upgrade","name":"b","schedule":"* * * * * *"}"#,
        #"{"type":"remove","name":"b","schedule":"* * * * * *"}"#,
        #"{"type":"replay","name":"b","schedule":"* * * * * *"}"#,
        #"{"type":"rollcall","name":"b","schedule":"* * * * * *"}"#,
        #"{"type":"import","name":"b","schedule":"* * * * * *"}"#,
        #"{"type":"a","name":"\u0001b"}"#, #"{"type":"upgrade","name":"\u0001"}"#,
        #"{"type":"remove","text":"\u0001b"}"#,
    ])
    func `[SC1] [SC2] a definition that breaks the rules, or looks like one, is bad_op`(text: String) {
        #expect(code(text) == .badOp)
    }

    @Test func `[SC1] what is wrong with a schedule is said`() {
        let error = #expect(throws: ProtocolError.self) {
            try decode(#"{"type":"a","name":"b","id":"i","schedule":"0 0 25 * * *"}"#)
        }
        #expect(error?.message == "`schedule`: `25` as hour is not a number from 0 to 23")
        #expect(error?.id == "i")
    }

    @Test func `[SC1] a definition's name leaves room for its mark`() throws {
        let name = String(repeating: "n", count: 127)
        #expect(try op(#"{"type":"a","name":"\#(name)","schedule":"* * * * *"}"#).name?.utf8.count == 128)
        #expect(code(#"{"type":"a","name":"\#(name)n","schedule":"* * * * *"}"#) == .badOp)
    }

    @Test func `[SC4] no client can say what the hub has fired`() {
        #expect(code(#"{"type":"a","firedBy":7}"#) == .reserved)
        #expect(code(#"{"type":"a","name":"b","schedule":"* * * * *","fired\u0042y":null}"#) == .reserved)
    }

    @Test func `[O6] [RP1] [RP2] [RP3] replay, without a bound too, is bounded`() throws {
        #expect(
            try decode(#"{"type":"replay"}"#)
                == .replay(ReplayQuery(types: nil, since: .seq(.none), limit: 100, history: false), id: nil))
        let seq = try #require(Seq(12))
        #expect(
            try decode(#"{"type":"replay","id":"q","oftype":"comment","since":12,"limit":5,"history":true}"#)
                == .replay(
                    ReplayQuery(types: ["comment"], since: .seq(seq), limit: 5, history: true), id: "q"))
        #expect(
            try decode(
                #"{"type":"replay","oftype":["a","__proto__"],"since":1790000000000,"limit":99999999999}"#)
                == .replay(
                    ReplayQuery(
                        types: ["a", "__proto__"], since: .time(1_790_000_000_000), limit: 1_000,
                        history: false),
                    id: nil))
    }

    @Test(arguments: [
        #""since":-1"#, #""since":1.5"#, #""since":"now""#, #""limit":-1"#, #""limit":"5""#, #""oftype":7"#,
        #""oftype":[]"#, #""oftype":[1]"#, #""history":1"#, #""since":18446744073709551616"#,
    ])
    func `[RP1] a replay with a wrong member is bad_op`(member: String) {
        #expect(code(#"{"type":"replay",\#(member)}"#) == .badOp)
    }

    @Test func `[TY5] rollcall`() throws {
        #expect(try decode(#"{"type":"rollcall"}"#) == .rollcall)
    }
}
