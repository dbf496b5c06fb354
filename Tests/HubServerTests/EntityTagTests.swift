import Testing

@testable import HubServer

@Suite struct EntityTagTests {
    @Test func `a tag is the first half of the content's SHA-256`() {
        // FIPS 180-2, appendix B.1.
        #expect(EntityTag(of: Array("abc".utf8)).text == "\"ba7816bf8f01cfea414140de5dae2223\"")
        #expect(EntityTag(of: []).text == "\"e3b0c44298fc1c149afbf4c8996fb924\"")
    }
}
