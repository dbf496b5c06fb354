import Bytes
import Glibc
import Sockets

/// Why a test's client could not go on.
struct ClientFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A client's end of a TCP connection; everything that waits has a deadline.
final class Wire {
    let socket: Socket
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    /// Ten seconds: reached only when something is wrong.
    static let patienceMs: Int32 = 10_000

    /// - Parameter receiveBuffer: bytes that the kernel keeps for this end, for clients that are slow on
    ///   purpose.
    init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws {
        socket = try Socket.connect(to: address, blocking: true)
        if var size = receiveBuffer {
            setsockopt(
                socket.descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        socket.setBlocking(false)
    }

    deinit {
        buffer.deallocate()
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = try sendSome(rest) else {
                try wait(POLLOUT, "to write")
                continue
            }
            rest = rest.dropFirst(count)
        }
    }

    /// How much the kernel took at once; nil when it takes nothing now.
    func sendSome(_ bytes: ArraySlice<UInt8>) throws -> Int? {
        switch bytes.withUnsafeBytes({ socket.write($0) }) {
        case .bytes(let count): return count
        case .wouldBlock: return nil
        case .ended: throw ClientFailure("the hub hung up")
        case .failed(let error): throw error
        }
    }

    /// The next bytes; nil when the hub has ended the connection.
    func receive() throws -> [UInt8]? {
        while true {
            switch socket.read(into: buffer) {
            case .bytes(let count): return Array(buffer[..<count])
            case .ended: return nil
            case .wouldBlock: try wait(POLLIN, "for bytes")
            case .failed(let error): throw error
            }
        }
    }

    /// Everything until the hub ends the connection.
    func receiveAll() throws -> [UInt8] {
        var all: [UInt8] = []
        while let bytes = try receive() { all += bytes }
        return all
    }

    /// Says that nothing more will come from this end.
    func endSending() {
        socket.shutdownWrites()
    }

    private func wait(_ event: Int32, _ what: String) throws {
        var watched = pollfd(fd: socket.descriptor, events: Int16(event), revents: 0)
        guard poll(&watched, 1, Wire.patienceMs) > 0 else { throw ClientFailure("waited in vain \(what)") }
    }
}

/// A JSON value as it came, and a way into it.
struct JSON: CustomStringConvertible {
    let bytes: [UInt8]

    var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The value of a member, the last one of that name; nil when there is none, or this is no object.
    subscript(_ key: String) -> JSON? {
        var found: Range<Int>?
        let span = bytes.span.bytes
        _ = try? JSONScanner.scan(span) { member in
            guard let name = member.key, JSONText.string(in: span, at: name) == key else { return }
            found = member.value
        }
        return found.map { JSON(bytes: Array(bytes[$0])) }
    }

    /// The values of an array.
    var elements: [JSON] {
        var found: [JSON] = []
        _ = try? JSONScanner.scan(bytes.span.bytes) { found.append(JSON(bytes: Array(bytes[$0.value]))) }
        return found
    }

    var string: String? {
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        return JSONText.string(in: bytes.span.bytes, at: 0..<bytes.count)
    }

    var number: Int? { Int(description) }

    /// What an envelope or a control frame is, in a word: `hub:ready`, or the op's type.
    var what: String {
        self["hub"]?.string.map { "hub:\($0)" } ?? self["op"]?["type"]?.string ?? "?"
    }

    /// Read off the front of an envelope, since a test of many large ones would spend its time on the rest.
    var seq: Int? {
        let front = Array("{\"seq\":".utf8)
        guard bytes.starts(with: front) else { return self["seq"]?.number }
        return Int(
            String(decoding: bytes.dropFirst(front.count).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self))
    }
}

/// The clock of tests that are about pace.
enum MonotonicTime {
    static func now() -> UInt64 {
        MonotonicClock.now()
    }

    static func rest() {
        usleep(1_000)
    }
}

extension UInt64 {
    /// A second in nanoseconds.
    static let second: UInt64 = 1_000_000_000
}
