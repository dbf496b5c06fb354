import Testing

@testable import HubClient

struct EnvelopeCutTests {
    @Test(arguments: [
        (#"{"seq":1,"op":{"a":1}}"#, #"{"seq":1}"#, #"{"a":1}"#),
        (#"{"from":{"op":1,"name":"\"op\":"},"op":{}}"#, #"{"from":{"op":1,"name":"\"op\":"}}"#, "{}"),
        (#"{"op":{"op":2}} "#, "{}", #"{"op":2}"#),
        ("{ \"x\" : \"op\" , \"op\"\n:\n{} }", #"{ "x" : "op"}"#, "{}"),
    ])
    func `the op is taken out of its envelope`(envelope: String, head: String, op: String) throws {
        let cut = try #require(EnvelopeCut(Array(envelope.utf8)))
        #expect(String(decoding: cut.head, as: UTF8.self) == head)
        #expect(String(decoding: cut.op, as: UTF8.self) == op)
    }

    @Test(arguments: [
        "", "{", "{}", #"{"a":{"op":{}}}"#, #"{"op""#, #"{"op":{}}x"#, #"["op"]"#,
    ])
    func `without an op at its end there is nothing to take out`(envelope: String) {
        let isCut = EnvelopeCut(Array(envelope.utf8)) != nil
        #expect(!isCut)
    }
}
