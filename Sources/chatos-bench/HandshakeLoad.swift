import Glibc
import Sockets
import WebSocket

/// Opens so many connections, upgrades them all, drops them all, and begins again.
final class HandshakeLoad {
    /// A connection that is under way.
    private final class Attempt {
        let socket: Transport
        let start = MonotonicClock.now()

        init(_ opening: Opening) throws {
            socket = try opening.connect()
            // Dropped with a reset, a connection leaves nothing behind; else the ports would be used up in a
            // second.
            var drop = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                socket.descriptor, SOL_SOCKET, SO_LINGER, &drop, socklen_t(MemoryLayout<linger>.size))
        }
    }

    private let server: RunningServer
    private let opening: Opening
    private let request: [UInt8]
    private let abreast: Int
    private let length: RunLength
    private var latency = LatencyHistogram()

    init(_ server: RunningServer, path: String, abreast: Int, length: RunLength) {
        self.server = server
        self.abreast = abreast
        self.length = length
        let key = OpeningHandshake.makeKey(Array("chatos-bench key".utf8))
        opening = Opening(server, path: path)
        request = opening.request(key: key)
    }

    func run() throws -> Measurement {
        let own = ProcessUsage.ofSelf
        var part = MeasuredPart(length, start: MonotonicClock.now())
        var count = 0
        var load: UInt64 = 0
        while true {
            try round(isMeasured: part.isMeasuring)
            count += abreast
            let wasMeasuring = part.isMeasuring
            let isOver = try part.isOver(
                now: MonotonicClock.now(), messages: count, runTime: server.usage.runTime)
            if !wasMeasuring, part.isMeasuring { load = try own.runTime() }
            if isOver { break }
        }
        return Measurement(
            messages: part.messages, nanoseconds: part.nanoseconds, serverRunTime: part.runTime,
            loadRunTime: try own.runTime() &- load, latency: latency)
    }

    private func round(isMeasured: Bool) throws {
        let attempts = try (0..<abreast).map { _ in
            let attempt = try Attempt(opening)
            try Patience.send(request, on: attempt.socket)
            return attempt
        }
        for attempt in attempts {
            var answer: [UInt8] = []
            repeat {
                answer += try Patience.read(from: attempt.socket)
                guard answer.starts(with: "HTTP/1.1 101".utf8) else {
                    throw Failure(.unavailable, "\(server.spec.name): does not upgrade")
                }
            } while !answer.endsInEmptyLine
            if isMeasured { latency.record(MonotonicClock.now() - attempt.start) }
        }
    }
}

extension [UInt8] {
    fileprivate var endsInEmptyLine: Bool {
        suffix(4).elementsEqual("\r\n\r\n".utf8)
    }
}
