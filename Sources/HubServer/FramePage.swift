import COpenSSL
public import HTTP1
public import Serving

/// The page of the frame in which tools run: one document that fetches nothing.
///
/// Its headers forbid all connections, even for parts of its own, so modules and styles are put into it.
/// Those headers are its owner's to add.
public struct FramePage {
    private let folder: String
    private let shared: String?
    private var found: [String: FolderWalk.Found] = [:]
    private var content: StoredContent?

    static let moduleMark = "<!-- realm modules -->"
    static let styleMark = "<!-- realm styles -->"

    /// `folder` holds `frame.html`, the modules and the stylesheets; `shared` modules that other pages have
    /// too.
    public init(folder: String, shared: String? = nil) {
        self.folder = folder
        self.shared = shared
    }

    /// Nil when there is no `frame.html`. The folders are small, so they are walked for each request.
    public mutating func answer(_ request: RequestHead) -> HTTPAnswer? {
        var now: [String: FolderWalk.Found] = [:]
        for (path, file) in FolderWalk.files(in: folder) { now["#realm" + path] = file }
        if let shared {
            for (path, file) in FolderWalk.files(in: shared) { now["#shared" + path] = file }
        }
        if content == nil || now != found {
            content = FramePage.make(of: now).map {
                StoredContent(bytes: $0, type: "text/html; charset=utf-8")
            }
            // What has just been written may be written again without showing it.
            found = now.values.allSatisfy(\.stamp.isSettled) ? now : [:]
        }
        return content?.answer(to: request)
    }

    private static func make(of found: [String: FolderWalk.Found]) -> [UInt8]? {
        guard let page = found["#realm/frame.html"].flatMap({ FolderWalk.read($0.file) }) else { return nil }
        var modules: [(path: String, source: [UInt8])] = []
        var styles: [[UInt8]] = []
        for (path, file) in found.sorted(by: { $0.key < $1.key }) {
            if path.hasSuffix(".js"), let source = FolderWalk.read(file.file) {
                modules.append((path, source))
            } else if path.hasSuffix(".css"), let source = FolderWalk.read(file.file) {
                styles.append(source)
            }
        }
        let withStyles = replacing(styleMark, in: page, with: styles.flatMap(styleElement))
        return replacing(moduleMark, in: withStyles, with: importMap(modules))
    }

    /// A module `X.js` is imported as `#realm/X.js` (or `#shared/X.js`), from the page's script and from
    /// other modules alike.
    private static func importMap(_ modules: [(path: String, source: [UInt8])]) -> [UInt8] {
        let entries = modules.map { module in
            "\(jsonString(module.path)):\"data:text/javascript;charset=utf-8;base64,"
                + "\(base64(module.source))\""
        }
        return Array(
            "<script type=\"importmap\">{\"imports\":{\(entries.joined(separator: ",\n"))}}</script>".utf8)
    }

    /// `</style` would end the element even inside a string; to CSS, an escaped slash is the same.
    private static func styleElement(_ source: [UInt8]) -> [UInt8] {
        var text = Array("<style>\n".utf8)
        for (index, byte) in source.enumerated() {
            if byte == UInt8(ascii: "/"), index > 0, source[index - 1] == UInt8(ascii: "<") {
                text.append(UInt8(ascii: "\\"))
            }
            text.append(byte)
        }
        return text + Array("\n</style>\n".utf8)
    }

    /// A JSON string in which nothing is markup either.
    private static func jsonString(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "<": quoted += "\\u003c"
            case let scalar where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        guard let count = Int32(exactly: bytes.count) else { return "" }
        var text = [UInt8](repeating: 0, count: (bytes.count / 3 + 1) * 4 + 1)
        let written = EVP_EncodeBlock(&text, bytes, count)
        return String(decoding: text.prefix(Int(written)), as: UTF8.self)
    }

    /// The page with `part` in the place of the first `mark`; as it was where the mark is missing.
    private static func replacing(_ mark: String, in page: [UInt8], with part: [UInt8]) -> [UInt8] {
        guard let range = page.firstRange(of: Array(mark.utf8)) else { return page }
        return page[..<range.lowerBound] + part + page[range.upperBound...]
    }
}
