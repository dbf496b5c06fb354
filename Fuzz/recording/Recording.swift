import Bytes

@testable import WebSocket

/// All that a connection said and did about some bytes that came in pieces.
struct Recording: Equatable {
    enum Happening: Equatable {
        case message(MessageKind, [UInt8])
        case pong
        case closed(CloseCode?, String)
        case failed(CloseCode, String)
    }

    struct Sent: Equatable {
        let opcode: Opcode
        let payload: [UInt8]
    }

    private(set) var happenings: [Happening] = []
    /// The control frames that it wants to be sent.
    private(set) var sent: [Sent] = []
    private(set) var isOpen = true

    var messages: [Happening] {
        happenings.filter { if case .message = $0 { true } else { false } }
    }
}

/// A connection to be made, and how it is fed.
struct Subject {
    enum Feeding {
        /// Its owner's buffer is copied.
        case copied
        /// Its owner lends the buffer for the time of a piece.
        case borrowed
        /// The owner has one buffer for many connections, and what waits lies in front in it.
        case moved
    }

    var role: WebSocketConnection.Role = .server
    var limits = Limits()
    var compression: DeflateAgreement?
    var feeding = Feeding.copied
    /// It has said its last word before anything comes.
    var isClosing = false

    func record(_ pieces: [[UInt8]]) -> Recording {
        var connection = WebSocketConnection(role: role, limits: limits, compression: compression)
        if isClosing { connection.sendClose(.goingAway, reason: "bye") }
        var recording = Recording()
        for piece in pieces {
            feed(piece, to: &connection, &recording)
            checkMemory(of: connection, after: piece.count)
        }
        recording.end(connection.takeOutput(), from: role, limits, isOpen: connection.isOpen)
        return recording
    }

    private func feed(
        _ piece: [UInt8], to connection: inout WebSocketConnection, _ recording: inout Recording
    ) {
        switch feeding {
        case .copied:
            connection.receive(piece)
            recording.drain(&connection)
        case .borrowed:
            lend(piece, to: &connection, &recording)
        case .moved:
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 8_192, alignment: 16)
            defer { room.deallocate() }
            guard let waiting = connection.moveWaiting(to: room, atMost: room.count - piece.count) else {
                return lend(piece, to: &connection, &recording)
            }
            let lent = Array(room[..<waiting]) + piece
            lend(lent, to: &connection, &recording)
        }
    }

    /// The buffer is exactly as large as what is in it, so that a byte beyond is found.
    private func lend(
        _ piece: [UInt8], to connection: inout WebSocketConnection, _ recording: inout Recording
    ) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 16)
        buffer.copyBytes(from: piece)
        connection.receive(borrowing: buffer, count: buffer.count)
        recording.drain(&connection)
        connection.endLoan()
        buffer.deallocate()
    }

    /// Whatever a peer sends, no more is held than the limits say and a factor of two for growing.
    private func checkMemory(of connection: borrowing WebSocketConnection, after piece: Int) {
        let header = 14
        let frame = max(limits.messageBytes, FrameParser.largestControl)
        claim(connection.queue.count <= frame + header, "no more waits than a frame may be long")
        claim(
            connection.queue.capacity <= 4_096 + 2 * (frame + header + piece),
            "the queue is no larger than what it held")
        claim(
            connection.assembler.keptCapacity <= 4_096 + 2 * limits.messageBytes,
            "fragments are no larger than a message may be")
        let inflated = connection.assembler.inflater?.capacity ?? 0
        claim(
            inflated <= 4_096 + 2 * (limits.messageBytes + 1),
            "inflating is bounded by the message's limit")
    }
}

extension Recording {
    fileprivate mutating func drain(_ connection: inout WebSocketConnection) {
        while let event = connection.nextEvent() {
            switch event {
            case .message(let kind):
                let bytes = connection.withMessage { bytes in bytes.withUnsafeBytes { Array($0) } }
                if kind == .text {
                    claim(String(validating: bytes, as: UTF8.self) != nil, "a text is UTF-8")
                }
                happenings.append(.message(kind, bytes))
            case .pong: happenings.append(.pong)
            case .closed(let code, let reason): happenings.append(.closed(code, reason))
            case .failed(let code, let message): happenings.append(.failed(code, message))
            }
        }
    }

    fileprivate mutating func end(
        _ output: [UInt8], from role: WebSocketConnection.Role, _ limits: Limits, isOpen: Bool
    ) {
        self.isOpen = isOpen
        let parser = FrameParser(expectsMask: role == .client, allowsCompression: false)
        var rest = output[...]
        while !rest.isEmpty {
            let bytes = Array(rest)
            guard let header = try? parser.header(in: bytes.span.bytes), header.isFinal,
                header.opcode.isControl, header.size + header.payloadCount <= bytes.count
            else { fatalError("what is sent is whole control frames") }
            var payload = Array(bytes[header.size..<header.size + header.payloadCount])
            if let mask = header.mask { _ = payload.withUnsafeMutableBytes { mask.apply(to: $0, at: 0) } }
            sent.append(Sent(opcode: header.opcode, payload: payload))
            rest = rest.dropFirst(header.size + header.payloadCount)
        }
        let closes = sent.filter { $0.opcode == .close }
        claim(closes.count <= 1, "one close is sent at most")
        claim(closes.isEmpty || sent.last?.opcode == .close, "nothing is sent behind a close")
        claim(sent.count - closes.count <= limits.waitingPongs, "waiting pongs are bounded")
        claim(isOpen == closes.isEmpty, "who has sent a close is no longer open")
        let ends = happenings.filter {
            switch $0 {
            case .closed, .failed: true
            case .message, .pong: false
            }
        }
        claim(ends.count <= 1, "a connection ends once")
    }
}
