import Foundation

/// The text files of this checkout.
///
/// It leaves out what is built, installed, recorded or other people's, and judges nothing.
struct Repository {
    /// Read once, and shared by all checks.
    static let files: [TextFile] = Repository(root: rootOfThisCheckout).read()

    /// Folders, by their path below the root, that hold nothing written for this repository.
    static let foreign: Set<String> = [
        ".git", ".build", ".swiftpm", ".setup", "data", "artefacts", "web/vendor", "Fixtures",
    ]
    static let binary: Set<String> = ["png", "jpg", "ico", "woff2", "gz", "db", "sqlite", "bin", "pyc"]

    var root: URL

    static func files(under folder: String) -> [TextFile] {
        files.filter { $0.path.hasPrefix(folder + "/") }
    }

    static func file(_ path: String) -> TextFile? {
        files.first { $0.path == path }
    }

    private static var rootOfThisCheckout: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    func read() -> [TextFile] {
        var files: [TextFile] = []
        read(folder: "", into: &files)
        return files.sorted { $0.path < $1.path }
    }

    private func read(folder: String, into files: inout [TextFile]) {
        let url = folder.isEmpty ? root : root.appending(path: folder)
        let keys: [URLResourceKey] = [.isDirectoryKey]
        let entries =
            (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: keys)) ?? []
        for entry in entries {
            let name = entry.lastPathComponent
            let path = folder.isEmpty ? name : folder + "/" + name
            if Self.foreign.contains(path) || name == "__pycache__" { continue }
            if (try? entry.resourceValues(forKeys: Set(keys)))?.isDirectory == true {
                read(folder: path, into: &files)
            } else if !Self.binary.contains(entry.pathExtension), let data = try? Data(contentsOf: entry) {
                // Bytes that are not UTF-8 become U+FFFD, which the hygiene check finds.
                files.append(TextFile(path: path, text: String(decoding: data, as: UTF8.self)))
            }
        }
    }
}
