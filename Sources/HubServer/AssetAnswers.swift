import Bytes
import HTTP1
import HubProtocol
import Serving
import Storage

/// What is answered to who sends, lists or reads files ([AS1] to [AS4]).
enum AssetAnswers {
    // MARK: Sending

    static func kept(_ outcome: LogWriter.Outcome) -> HTTPAnswer {
        switch outcome {
        case .assetKept(let record, let isNew):
            var out: [UInt8] = []
            append(record, to: &out)
            return .json(isNew ? 201 : 200, out)
        case .assetRefused(.noRoom): return .error(404, "There is no such room.")
        case .assetRefused(.tooLarge(let most)): return .error(413, "A file may have \(most) bytes.")
        case .assetRefused(.tooMany(let most)):
            return .error(409, "The room has \(most) files, and may have no more.")
        case .assetRefused(.roomFull(let most)):
            return .error(409, "The room's files would have more than \(most) bytes together.")
        default: return .error(503, "The file can't be written now.")
        }
    }

    /// Says what it seems to be, where that is a common mistake.
    static func unknownType(_ bytes: [UInt8]) -> HTTPAnswer {
        let text = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
        let what =
            if text.contains("<svg") {
                "An SVG is a document that may hold scripts, and is not taken."
            } else if text.contains("<!doctype") || text.contains("<html") || text.contains("<script") {
                "That is a page, whatever its name is, and is not taken."
            } else {
                "By its first bytes that is none of the files that are taken."
            }
        return .error(415, "\(what) \(takenTypes)")
    }

    /// As people call them.
    private static let takenTypes = """
        Taken are PNG, JPEG, GIF, WebP and AVIF pictures, MP3, Ogg, WAV, FLAC and M4A sounds, MP4 and WebM \
        films, and WOFF2 fonts.
        """

    // MARK: Reading

    static func list(_ answer: LogReader.Answer) -> HTTPAnswer {
        switch answer {
        case .assets(let records?):
            var out = Array(#"{"assets":["#.utf8)
            for (index, record) in records.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                append(record, to: &out)
            }
            out += Array("]}".utf8)
            return .json(200, out)
        case .assets(nil): return .error(404, "There is no such room.")
        default: return .error(503, "The log can't be read now.")
        }
    }

    static func read(
        _ answer: LogReader.Answer, _ content: StoredContent?, _ hash: AssetHash, _ request: RequestHead
    ) -> HTTPAnswer {
        if let content { return file(content, hash, request) }
        if case .asset(nil) = answer { return .error(404, "There is no such file in the room.") }
        return .error(503, "The log can't be read now.")
    }

    static func content(of asset: StoredAsset) -> StoredContent {
        StoredContent(
            bytes: asset.content, type: asset.record.type.rawValue, tag: EntityTag(named: asset.record.hash),
            caching: "private, max-age=31536000, immutable")
    }

    static func file(_ content: StoredContent, _ hash: AssetHash, _ request: RequestHead) -> HTTPAnswer {
        let ending = AssetType(rawValue: content.type)?.fileExtension ?? "bin"
        let name = "\(hash.text.prefix(16)).\(ending)"
        // Whoever follows a link to it gets a file, and never a page of this hub.
        let disposition = ("Content-Disposition", "attachment; filename=\"\(name)\"")
        return content.answer(to: request).adding(SecurityHeaders.asset + [disposition])
    }

    private static func append(_ record: AssetRecord, to out: inout [UInt8]) {
        out += Array(
            #"{"hash":"\#(record.hash.text)","type":"\#(record.type.rawValue)","#.utf8)
        out += Array(#""bytes":\#(record.bytes),"at":\#(record.at)}"#.utf8)
    }
}
