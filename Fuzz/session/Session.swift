import Glibc
import HubProtocol
import Storage

/// A session that was read from a file: its header, and its lines up to the first that is malformed.
struct Session {
    let header: SessionHeader
    let lines: [SessionLine]
    /// No line was malformed.
    let isWhole: Bool

    /// Nil if it has no header.
    init?(reading bytes: [UInt8]) {
        let memory = MemoryFile(bytes)
        guard let file = try? ByteFile.read(memory.path), let reader = try? SessionFileReader(file) else {
            return nil
        }
        header = reader.header
        var lines: [SessionLine] = []
        var isWhole = true
        do {
            while let line = try reader.next() { lines.append(line) }
        } catch {
            claim(!error.description.isEmpty, "an error says what is wrong")
            isWhole = false
        }
        self.lines = lines
        self.isWhole = isWhole
    }

    func written() -> [UInt8] {
        let memory = MemoryFile([])
        do {
            let writer = try SessionFileWriter(
                try ByteFile.write(memory.path, replacing: true), header: header)
            for line in lines { try writer.write(line) }
            try writer.finish()
        } catch {
            fatalError("what was read can be written: \(error)")
        }
        return memory.contents()
    }
}

/// A file that lies in memory and in no folder, and that has a path all the same.
private final class MemoryFile {
    private let descriptor: CInt

    init(_ bytes: [UInt8]) {
        var name = Array("/dev/shm/chatos-fuzz-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        unlink(name)
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        claim(descriptor >= 0 && written == bytes.count, "there is memory for a file")
    }

    deinit {
        close(descriptor)
    }

    var path: String { "/proc/self/fd/\(descriptor)" }

    func contents() -> [UInt8] {
        let size = Int(lseek(descriptor, 0, SEEK_END))
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(pread(descriptor, buffer.baseAddress, size, 0), 0)
        }
    }
}
