import HubProtocol
import Testing

@Suite struct OutsideResponseTests {
    private func text(_ response: OutsideResponse, _ request: OutsideRequest, by seq: UInt64? = nil) -> String
    {
        String(
            decoding: response.payload(for: request, scheduledBy: seq.flatMap { Seq($0) }).bytes,
            as: UTF8.self)
    }

    private func answer(_ body: [UInt8]) -> OutsideResponse {
        .answer(
            url: "http://y/", status: 200, headers: [.init(name: "a", value: "1\"")], body: body)
    }

    @Test func `[RQ2] an answer is an op of the type and name that were asked for`() {
        let plain = OutsideRequest(url: "http://x")
        #expect(
            text(answer(Array("é\n".utf8)), plain)
                == #"{"type":"response","url":"http://y/","status":200,"headers":{"a":"1\""},"body":"é\n"}"#)
        let named = OutsideRequest(url: "http://x", responseType: "news", responseName: "n")
        let op = answer([]).payload(for: named, scheduledBy: Seq(7))
        #expect(text(answer([]), named, by: 7).hasSuffix(#""body":"","scheduledBy":7}"#))
        #expect(OpIdentity(op) == OpIdentity(type: "news", name: "n", id: nil))
    }

    @Test func `[RQ2] without an answer it says why, and with a body that is no text or too large too`() {
        let plain = OutsideRequest(url: "http://x")
        #expect(
            text(.failure("no \"such\" host"), plain, by: 7)
                == #"{"type":"response","url":"http://x","error":"no \"such\" host","scheduledBy":7}"#)
        #expect(
            text(answer([0xFF]), plain).hasSuffix(#""status":200,"headers":{"a":"1\""},"error":"binary"}"#))
        let large = [UInt8](repeating: 0x78, count: MessageLimits.message)
        #expect(text(answer(large), plain).hasSuffix(#""},"error":"too large"}"#))
        // Escapes count.
        let escaped = [UInt8](repeating: 1, count: MessageLimits.message / 6)
        #expect(text(answer(escaped), plain).hasSuffix(#""error":"too large"}"#))
    }

    @Test func `[RQ2] a body that is a picture can be a file, and the answer names it`() throws {
        let plain = OutsideRequest(url: "http://x")
        let picture = answer([0xFF, 0xD8, 0xFF, 0xE0, 1])
        #expect(picture.file?.type == .jpeg && picture.file?.bytes.count == 5)
        let hash = try #require(AssetHash(bytes: [UInt8](repeating: 0xAB, count: 32)))
        #expect(
            text(picture.keeping(hash, .jpeg), plain)
                == #"{"type":"response","url":"http://y/","status":200,"headers":{"a":"1\""},"asset":""#
                + String(repeating: "ab", count: 32) + #"","contentType":"image/jpeg"}"#)
        // Text stays text, whatever it begins with, and what is no file stays what it is.
        #expect(answer(Array("GIF89a".utf8)).file == nil && answer([0xFF, 0]).file == nil)
        #expect(OutsideResponse.failure("x").file == nil)
        #expect(OutsideResponse.failure("x").keeping(hash, .jpeg) == .failure("x"))
    }

    @Test func `[RQ7] an answer says what was asked where that was to be known`() {
        let request = OutsideRequest(url: "http://x", responseName: "n", maxAgeS: 0)
        let op = answer([]).payload(for: request, scheduledBy: nil)
        #expect(request.isAnswered(by: op))
        #expect(text(answer([]), request).contains(#","asked":"\#(request.fingerprint)""#))
        #expect(!text(answer([]), OutsideRequest(url: "http://x", responseName: "n")).contains("asked"))
    }
}
