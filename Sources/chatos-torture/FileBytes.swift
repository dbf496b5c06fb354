import Glibc

/// Small files as wholes, and the folders that hold them.
///
/// It is for folders of files only, which data folders are.
enum FileBytes {
    /// Nil when the file can't be read.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { return ferror(file) == 0 ? bytes : nil }
            bytes += piece[..<count]
        }
    }

    @discardableResult
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "wb") else { return false }
        let written = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && written == bytes.count
    }

    /// The names in a folder; none where there is no such folder.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { raw in
                String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a folder and the files and folders in it.
    static func removeFolder(_ path: String) {
        for name in names(in: path) {
            if unlink("\(path)/\(name)") != 0 { removeFolder("\(path)/\(name)") }
        }
        rmdir(path)
    }
}
