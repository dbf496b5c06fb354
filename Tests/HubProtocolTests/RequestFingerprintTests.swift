import HubProtocol
import Testing

@Suite struct RequestFingerprintTests {
    private func request(
        _ url: String = "http://x", method: String = "GET", headers: [(String, String)] = [],
        body: String? = nil
    ) -> OutsideRequest {
        OutsideRequest(
            url: url, method: method, headers: headers.map { .init(name: $0.0, value: $0.1) },
            body: body.map { Array($0.utf8) }, responseType: "r", responseName: "n", maxAgeS: 1)
    }

    @Test func `[RQ7] the same is asked where method, address, headers and data are the same`() {
        let all = [
            request(), request("http://y"), request(method: "HEAD"), request(headers: [("a", "b")]),
            request(headers: [("b", "a")]), request(headers: [("ab", "")]), request(body: ""),
            request(body: "ab"), request(headers: [("a", "b"), ("c", "d")]), request("http://xG"),
        ].map(\.fingerprint)
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0.utf8.count == 16 })
        #expect(request().fingerprint == request().fingerprint)
        // FNV-1a as others have it: of "GET", 0xFF, "http://x", 0xFF and, behind the headers, 0xFF.
        #expect(request().fingerprint == "2fe7bbcf741f52a2")
    }

    @Test(arguments: [
        (#"{"asked":"FINGERPRINT"}"#, true), (#"{"asked":"FINGERPRINT","error":"no"}"#, false), ("{}", false),
        (#"{"asked":"0000000000000000"}"#, false), (#"{"asked":7}"#, false),
        (#"{"body":{"asked":"FINGERPRINT"}}"#, false),
    ])
    func `[RQ7] an answer to another request, or a failure, is none`(text: String, isAnswer: Bool) {
        let text = text.replacing("FINGERPRINT", with: request().fingerprint)
        #expect(request().isAnswered(by: Payload(bytes: Array(text.utf8))) == isAnswer)
    }
}
