import Testing

@testable import chatos_bench

struct BroadcastMessagesTests {
    @Test func `every message has the size, is an op and has its number`() throws {
        let messages = try BroadcastMessages(size: 60, persists: false)
        let text = String(decoding: messages[1_234], as: UTF8.self)
        #expect(text.utf8.count == 60)
        #expect(text.hasPrefix(#"{"type":"x","persist":false,"p":""#))
        #expect(text.hasSuffix(#"00001234"}"#))
        #expect(messages.size == 60)
    }

    @Test func `a message is known bare and in its envelope, and no other is`() throws {
        let messages = try BroadcastMessages(size: 64, persists: true)
        let envelope = Array(#"{"seq":9,"at":1,"from":{},"op":"#.utf8) + messages[9] + Array("}".utf8)
        #expect(messages.difference(9, payload: messages[9]) == nil)
        #expect(messages.difference(9, payload: envelope) == nil)
        #expect(messages.difference(8, payload: messages[9]) != nil)
        #expect(messages.difference(8, payload: envelope) != nil)
        #expect(messages.difference(9, payload: Array(envelope.dropLast())) != nil)
        #expect(messages.difference(9, payload: Array(envelope.dropFirst(envelope.count - 65))) != nil)
        #expect(messages.difference(9, payload: messages[9] + messages[9]) != nil)
        #expect(messages.difference(9, payload: []) != nil)
    }

    @Test(arguments: [0, 40, 63])
    func `the first wrong byte is named`(place: Int) throws {
        let messages = try BroadcastMessages(size: 64, persists: true)
        let before = Array(#"{"seq":9,"at":1,"from":{},"op":"#.utf8)
        var envelope = before + messages[9] + Array("}".utf8)
        envelope[before.count + place] ^= 1
        let difference = try #require(messages.difference(9, payload: envelope))
        #expect(difference.hasPrefix("byte \(place) is "))
    }

    @Test func `texts of random words differ, and are the same in the next run`() throws {
        let one = try BroadcastMessages(size: 1_024, persists: false, variants: 8)
        let other = try BroadcastMessages(size: 1_024, persists: false, variants: 8)
        #expect(one[3] == other[3])
        #expect(Set((0..<8).map { one[$0].dropLast(12) }).count == 8)
        #expect((0..<8).allSatisfy { one[$0].count == 1_024 })
    }

    @Test(arguments: [
        (#"{"hub":"error"}"#, true), (#"{"hub":""#, false), (#"{"at":1,"op":{"hub":"x"}}"#, false),
        (#"{"hub":1,"x":1}"#, false),
    ])
    func `what a hub says of itself is told from an op`(text: String, isOfHub: Bool) {
        #expect(Array(text.utf8).withUnsafeBytes { BroadcastMessages.isOfHub($0) } == isOfHub)
    }

    @Test func `a size that holds no op is refused`() {
        #expect(throws: Failure.self) { try BroadcastMessages(size: 30, persists: false) }
    }
}
