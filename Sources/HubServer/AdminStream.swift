import Glibc
import Storage

/// One end of a connection to the admin socket: lines, and the bytes of a file behind them.
///
/// It waits for what it reads and writes, so it belongs to a thread that may.
final class AdminStream: ByteInput, ByteOutput {
    let path: String
    private let descriptor: Int32
    /// What was read behind a line.
    private var held: [UInt8] = []

    /// A request or a reply is far shorter; the bytes of a file have no bound.
    private static let longestLine = 64 << 10

    /// Takes the descriptor, and closes it at the end.
    ///
    /// - Parameter path: what errors call it.
    init(_ descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// The next line without its line feed; nil when the other end has closed, or says too much.
    func line() throws(StorageError) -> [UInt8]? {
        while true {
            if let end = held.firstIndex(of: 0x0A) {
                let line = Array(held[..<end])
                held.removeFirst(end + 1)
                return line
            }
            guard held.count <= AdminStream.longestLine, try receive(into: &held, limit: 4_096) else {
                return nil
            }
        }
    }

    /// At most `limit` of the bytes behind the lines.
    func read(into bytes: inout [UInt8], limit: Int) throws(StorageError) -> Bool {
        guard held.isEmpty else {
            let taken = held.prefix(limit)
            bytes += taken
            held.removeFirst(taken.count)
            return true
        }
        return try receive(into: &bytes, limit: limit)
    }

    private func receive(into bytes: inout [UInt8], limit: Int) throws(StorageError) -> Bool {
        try ByteFile.borrowed(descriptor, path: path).read(into: &bytes, limit: limit)
    }

    func write(_ bytes: [UInt8]) throws(StorageError) {
        let code = bytes.withUnsafeBytes { buffer -> Int32 in
            var rest = buffer[...]
            while !rest.isEmpty {
                let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
                // An end that has gone is an error here, and no signal.
                let done = send(descriptor, start, rest.count, Int32(MSG_NOSIGNAL))
                if done >= 0 {
                    rest = rest.dropFirst(done)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        guard code == 0 else { throw .system(doing: "write to", path: path, code: code) }
    }

    /// Whether there is something to read, or the other end has closed.
    var hasAnswer: Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return !held.isEmpty || poll(&wanted, 1, 0) > 0
    }

    /// Says that nothing more will be written; reading goes on.
    func close() throws(StorageError) {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends both directions, so that whoever reads here returns. From any thread.
    static func interrupt(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
