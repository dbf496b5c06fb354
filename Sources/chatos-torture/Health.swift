import Sockets

/// A hub's own opinion of its health ([HT4]).
enum Health {
    /// The status of `GET /healthz`; nil when there is no whole answer.
    static func status(port: UInt16) -> Int? {
        guard let socket = try? Socket.connect(to: .loopback(port: port), blocking: true) else { return nil }
        let request = Array(
            "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
        _ = socket.write(request.span.bytes)
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1_024)
        while case .bytes(let count) = piece.withUnsafeMutableBytes({ socket.read(into: $0) }) {
            answer += piece[..<count]
        }
        let words = answer.split(separator: UInt8(ascii: " "), maxSplits: 2)
        return words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
    }
}
