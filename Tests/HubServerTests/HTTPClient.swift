import HTTP1
import Sockets

/// A client of the hub's pages and API over one connection, as literal as a test needs it.
final class HTTPClient {
    struct Answer {
        let head: ResponseHead
        let body: [UInt8]

        var status: Int { head.status }
        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSON { JSON(bytes: body) }
        subscript(name: String) -> String? { head.headers[name] }
    }

    let wire: Wire
    let host: String
    private var parser = ResponseParser()
    private var received: [UInt8] = []

    init(_ hub: TestHub, receiveBuffer: Int32? = nil) throws {
        wire = try Wire(hub.address, receiveBuffer: receiveBuffer)
        host = "127.0.0.1:\(hub.port)"
    }

    /// The bytes of a request; `lines` are further header lines.
    func request(_ target: String, method: String = "GET", host: String? = nil, _ lines: String...) -> String
    {
        let fields = ["Host: \(host ?? self.host)"] + lines
        return "\(method) \(target) HTTP/1.1\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n"
    }

    func get(_ target: String, host: String? = nil, _ lines: String...) throws -> Answer {
        let fields = ["Host: \(host ?? self.host)"] + lines
        try wire.send("GET \(target) HTTP/1.1\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n")
        return try answer()
    }

    func head(_ target: String) throws -> Answer {
        try wire.send(request(target, method: "HEAD"))
        return try answer(isHead: true)
    }

    /// The next answer on the connection.
    func answer(isHead: Bool = false) throws -> Answer {
        while true {
            let bytes = received
            if case .head(let head, let consumed) = try parser.parse(bytes.span.bytes) {
                received.removeFirst(consumed)
                let hasBody = !isHead && head.status >= 200 && head.status != 304
                let length = hasBody ? Int(head.contentLength ?? 0) : 0
                while received.count < length { try receive() }
                defer { received.removeFirst(length) }
                return Answer(head: head, body: Array(received[..<length]))
            }
            try receive()
        }
    }

    /// Whether the hub ends the connection, with nothing more said.
    func isEnded() throws -> Bool {
        try received.isEmpty && wire.receiveAll().isEmpty
    }

    private func receive() throws {
        guard let bytes = try wire.receive() else {
            throw ClientFailure("the hub hung up before it answered")
        }
        received += bytes
    }
}
