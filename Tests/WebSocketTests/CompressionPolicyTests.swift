import Testing

@testable import WebSocket

struct CompressionPolicyTests {
    @Test func `the defaults are the documented ones`() {
        let settings = DeflateSettings()
        #expect(settings.windowBits == 12 && settings.memLevel == 4 && settings.level == 6)
        #expect(settings.takesOver && settings.peerWindowBits == 12 && !settings.peerTakesOver)
        #expect(settings.threshold == 64)
    }

    @Test func `[W58] off has no settings`() {
        #expect(CompressionPolicy.off.settings == nil)
        #expect(CompressionPolicy.shared(DeflateSettings(level: 1)).settings?.level == 1)
        #expect(CompressionPolicy.dedicated(DeflateSettings(level: 2)).settings?.level == 2)
    }

    @Test func `[W60] what a compressor holds follows from its settings`() {
        #expect(DeflateSettings(windowBits: 9, memLevel: 1).deflateBytes == 2_048 + 1_024 + 8_192)
        #expect(DeflateSettings(windowBits: 15, memLevel: 8).deflateBytes == 131_072 + 131_072 + 8_192)
    }

    @Test func `what zlib hasn't is a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = DeflateSettings(windowBits: 8) }
        await #expect(processExitsWith: .failure) { _ = DeflateSettings(peerWindowBits: 16) }
        await #expect(processExitsWith: .failure) { _ = DeflateSettings(level: 0) }
        await #expect(processExitsWith: .failure) { _ = DeflateSettings(memLevel: 10) }
    }
}
