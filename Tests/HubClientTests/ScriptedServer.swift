import Foundation
import Sockets

/// Accepts connections one after the other, reads the head of a request, and answers with what the test
/// wants.
final class ScriptedServer: @unchecked Sendable {
    private(set) var port: UInt16 = 0

    /// - Parameter answers: for each connection in turn, its answer to the head of the request.
    init(_ answers: [@Sendable (String) -> String]) {
        let isListening = DispatchSemaphore(value: 0)
        Thread { [self] in
            guard var listener = try? Listener(address: .loopback(port: 0)) else { return }
            port = listener.port
            isListening.signal()
            for answer in answers {
                guard let socket = ScriptedServer.accept(&listener) else { return }
                socket.setBlocking(true)
                let reply = Array(answer(ScriptedServer.head(socket)).utf8)
                _ = socket.write(reply.span.bytes)
            }
        }.start()
        isListening.wait()
    }

    private static func accept(_ listener: inout Listener) -> Socket? {
        for _ in 0..<5_000 {
            if case .connection(let socket) = listener.accept() { return socket }
            usleep(1_000)
        }
        return nil
    }

    private static func head(_ socket: borrowing Socket) -> String {
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while !String(decoding: received, as: UTF8.self).hasSuffix("\r\n\r\n") {
            guard case .bytes(let count) = piece.withUnsafeMutableBytes({ socket.read(into: $0) }) else {
                break
            }
            received += piece[..<count]
        }
        return String(decoding: received, as: UTF8.self)
    }
}
