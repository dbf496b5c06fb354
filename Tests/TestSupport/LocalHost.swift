import Foundation
import Glibc
import Synchronization
import Threads

/// A server on a loopback port that answers each connection once, and remembers what it was asked.
public final class LocalHost: Sendable {
    public let port: UInt16
    private let descriptor: Int32
    private let asked: Asked
    private let thread: WorkerThread

    /// - Parameter answer: from the request, whole, to the bytes of the answer; empty to hang up without one,
    ///   nil to say nothing and keep the connection.
    public convenience init(_ answer: @escaping @Sendable (String) -> String?) throws {
        try self.init(bytes: { request in answer(request).map { Array($0.utf8) } }, port: 0)
    }

    /// - Parameter port: 0 for any free one.
    public init(bytes answer: @escaping @Sendable (String) -> [UInt8]?, port wanted: UInt16) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wanted.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        precondition(bound, "a loopback port can be listened on")
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        let asked = Asked()
        self.asked = asked
        thread = try WorkerThread(name: "test-host") {
            var kept: [Int32] = []
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { break }
                let request = LocalHost.read(client)
                asked.list.withLock { $0.append(request) }
                guard let answer = answer(request) else {
                    kept.append(client)
                    continue
                }
                _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
                close(client)
            }
            for client in kept { close(client) }
        }
    }

    private final class Asked: Sendable {
        let list = Mutex<[String]>([])
    }

    public var requests: [String] { asked.list.withLock { $0 } }

    public var url: String { "http://127.0.0.1:\(port)" }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        thread.join()
        close(descriptor)
    }

    /// The head, and as much of a body as it announces.
    private static func read(_ client: Int32) -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return text }
            text += String(decoding: buffer[..<count], as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let head = text[..<end.lowerBound].lowercased()
            let length =
                head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
            if text[end.upperBound...].utf8.count >= length { return text }
        }
    }
}
