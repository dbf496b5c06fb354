import Testing

@testable import HubProtocol

@Suite struct AssetTypeTests {
    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    static let samples: [(String, AssetType)] = [
        ("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR", .png), ("\u{FF}\u{D8}\u{FF}\u{E0}\0\u{10}JFIF", .jpeg),
        ("GIF87a\u{1}\0", .gif), ("GIF89a\u{1}\0", .gif), ("RIFF\u{24}\0\0\0WEBPVP8 ", .webp),
        ("\0\0\0\u{20}ftypavif\0\0\0\0", .avif), ("ID3\u{4}\0\0\0\0\0\0\0", .mp3),
        ("\u{FF}\u{FB}\u{90}\u{64}", .mp3), ("\u{FF}\u{F3}\u{40}\u{C0}", .mp3), ("OggS\0\u{2}", .ogg),
        ("RIFF\u{24}\0\0\0WAVEfmt ", .wav), ("fLaC\0\0\0\u{22}", .flac),
        ("\0\0\0\u{20}ftypM4A \0\0\0\0", .m4a), ("\0\0\0\u{18}ftypmp42\0\0\0\0", .mp4),
        ("\u{1A}\u{45}\u{DF}\u{A3}\u{9F}\u{42}\u{86}\u{81}\u{1}\u{42}\u{82}\u{84}webm", .webm),
        ("wOF2OTTO", .woff2),
    ]

    @Test(arguments: samples)
    func `[AS2] a file's type is told by its first bytes`(text: String, type: AssetType) {
        #expect(AssetType(sniffing: AssetTypeTests.bytes(text)) == type)
    }

    @Test func `[AS2] every type has a sample`() {
        #expect(Set(AssetTypeTests.samples.map(\.1)) == Set(AssetType.allCases))
    }

    @Test(arguments: [
        "", "G", "GIF8", "GIF88a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<?xml version='1.0'?><svg/>",
        "<!doctype html><script>alert(1)</script>", " GIF89a", "\u{FEFF}GIF89a", "%PDF-1.7", "PK\u{3}\u{4}",
        "RIFF\u{4}\0\0\0AVI LIST", "RIFF\u{4}\0\0\0WEBPxxxx", "\0\0\0\u{20}ftypheic\0\0\0\0",
        "\0\0\0\u{20}ftypqt  \0\0\0\0", "\u{1A}\u{45}\u{DF}\u{A3}matroska", "\u{FF}\u{FE}<\0s\0v\0g\0",
        "\u{FF}\u{FF}\u{FF}\u{FF}", "\u{FF}\u{FB}\u{F0}\0", "\u{FF}\u{EB}\u{90}\0", "BM\0\0", "ID3",
        "alert(1)",
        "MZ\u{90}", "\u{7F}ELF", "wOFF\0\u{1}", "#!/bin/sh",
    ])
    func `[AS2] what is no such file has no type, pages and SVG among them`(text: String) {
        #expect(AssetType(sniffing: AssetTypeTests.bytes(text)) == nil)
    }

    @Test func `[AS2] no type is one that a browser runs or shows as a page`() {
        for type in AssetType.allCases {
            #expect(["image", "audio", "video", "font"].contains { type.rawValue.hasPrefix($0 + "/") })
            #expect(!type.rawValue.contains("svg") && !type.fileExtension.isEmpty)
        }
    }

    @Test func `[AS2] a file cut off anywhere is judged by what is there, and never by what is not`() {
        for (text, type) in AssetTypeTests.samples {
            let whole = AssetTypeTests.bytes(text)
            for count in 0..<whole.count {
                let told = AssetType(sniffing: whole.prefix(count))
                #expect(told == nil || told == type)
            }
        }
    }
}
