/// What kind of file an asset may be: pictures, sounds, films and fonts that browsers show without running
/// anything in them ([AS2]).
///
/// It is told by a file's first bytes alone: neither its name nor what its sender says of it counts. What
/// comes behind those bytes is not looked at, so an asset must never be served as anything but its type.
public enum AssetType: String, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
    case avif = "image/avif"
    case mp3 = "audio/mpeg"
    case ogg = "audio/ogg"
    case wav = "audio/wav"
    case flac = "audio/flac"
    case m4a = "audio/mp4"
    case mp4 = "video/mp4"
    case webm = "video/webm"
    case woff2 = "font/woff2"

    /// Bytes that are enough to tell.
    public static let bytesToTell = 64

    /// Nil for what is none of these, an SVG among them: it may hold scripts.
    public init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(AssetType.bytesToTell))
        if let type = AssetType.byMagic(head) ?? AssetType.byContainer(head) {
            self = type
        } else if AssetType.isMP3Frame(head) {
            self = .mp3
        } else {
            return nil
        }
    }

    /// What a file of this type is called behind the last dot.
    public var fileExtension: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .gif: "gif"
        case .webp: "webp"
        case .avif: "avif"
        case .mp3: "mp3"
        case .ogg: "ogg"
        case .wav: "wav"
        case .flac: "flac"
        case .m4a: "m4a"
        case .mp4: "mp4"
        case .webm: "webm"
        case .woff2: "woff2"
        }
    }

    private static func byMagic(_ head: [UInt8]) -> AssetType? {
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) { return .gif }
        if head.starts(with: "OggS\0".utf8) { return .ogg }
        if head.starts(with: "fLaC".utf8) { return .flac }
        if head.starts(with: "wOF2".utf8) { return .woff2 }
        // An ID3 tag: a version that exists, before a song.
        if head.starts(with: "ID3".utf8), head.count >= 10, head[3] < 0xFF, head[4] < 0xFF { return .mp3 }
        return nil
    }

    /// Files whose first bytes name a container, and a few later what is in it.
    private static func byContainer(_ head: [UInt8]) -> AssetType? {
        if head.starts(with: "RIFF".utf8), head.count >= 16 {
            if head[8..<12].elementsEqual("WEBP".utf8), head[12..<15].elementsEqual("VP8".utf8) {
                return .webp
            }
            return head[8..<12].elementsEqual("WAVE".utf8) ? .wav : nil
        }
        if head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) {
            return brands[String(decoding: head[8..<12], as: UTF8.self)]
        }
        // EBML, and the name of its kind among its first elements.
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            return head.firstRange(of: Array("webm".utf8)) == nil ? nil : .webm
        }
        return nil
    }

    /// Major brands of ISO base media files (ISO/IEC 14496-12).
    private static let brands: [String: AssetType] = [
        "avif": .avif, "avis": .avif, "M4A ": .m4a, "M4B ": .m4a, "isom": .mp4, "iso2": .mp4, "iso4": .mp4,
        "iso5": .mp4, "iso6": .mp4, "mp41": .mp4, "mp42": .mp4, "avc1": .mp4, "M4V ": .mp4, "M4VP": .mp4,
        "dash": .mp4, "MSNV": .mp4,
    ]

    /// The header of a frame of MPEG audio, layer III, without a value that is reserved.
    private static func isMP3Frame(_ head: [UInt8]) -> Bool {
        guard head.count >= 4, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return false }
        let (version, layer) = (head[1] >> 3 & 3, head[1] >> 1 & 3)
        let (bitRate, sampleRate) = (head[2] >> 4, head[2] >> 2 & 3)
        return version != 1 && layer == 1 && bitRate != 0 && bitRate != 15 && sampleRate != 3
    }
}
