internal import Bytes

extension WebSocketConnection {
    /// What the front of the receive queue is.
    enum Reading {
        /// The header of a frame, or its beginning.
        case header
        /// The payload of a control frame; it is awaited whole, being short.
        case control(FrameHeader)
        /// The payload of a data frame. `taken` bytes of it were unmasked and checked before; those of an
        /// assembled or compressed message have left the queue, those of one in place are still its first.
        case data(FrameHeader, MessageAssembler.Placement, taken: Int)
        /// A message of so many bytes, which the last event announced.
        case announced(count: Int)
        /// The header of a frame; the last event announced the message that the assembler keeps.
        case announcedAssembled
    }

    mutating func forgetAnnounced() {
        switch reading {
        case .header, .control, .data: return
        case .announced(let count): queue.consume(count)
        case .announcedAssembled: assembler.forget()
        }
        reading = .header
    }

    /// Reads frames until one makes an event or the bytes run out.
    mutating func advance() throws(ProtocolViolation) -> Event? {
        while true {
            switch reading {
            case .header:
                guard try readHeader() else { return nil }
            case .control(let header):
                guard queue.count >= header.payloadCount else { return nil }
                reading = .header
                if let event = try takeControl(header) { return event }
            case .data(let header, let placement, let taken):
                let (whole, event) = try takeData(header, placement, taken: taken)
                if let event { return event }
                guard whole else { return nil }
            case .announced, .announcedAssembled: forgetAnnounced()
            }
        }
    }

    private mutating func readHeader() throws(ProtocolViolation) -> Bool {
        let parser = parser
        let parsed = try queue.withBytes { bytes throws(ProtocolViolation) in try parser.header(in: bytes) }
        guard let header = parsed else { return false }
        queue.consume(header.size)
        if header.opcode.isControl {
            reading = .control(header)
        } else if assembler.isCompressed(header) {
            try assembler.admitCompressed(header)
            reading = .data(header, .inflated, taken: 0)
        } else {
            reading = .data(header, try assembler.admit(header), taken: 0)
        }
        return true
    }

    // MARK: Data frames

    /// Takes what has come of a data frame's payload. `whole` says that it was all of it.
    private mutating func takeData(
        _ header: FrameHeader, _ placement: MessageAssembler.Placement, taken: Int
    ) throws(ProtocolViolation) -> (whole: Bool, Event?) {
        let present: Int
        switch placement {
        case .inPlace:
            present = min(queue.count, header.payloadCount)
            try unmaskAndCheck(header, taken..<present, payloadOffset: taken)
        case .assembled:
            let fresh = min(queue.count, header.payloadCount - taken)
            try unmaskAndCheck(header, 0..<fresh, payloadOffset: taken)
            assembler.append(fresh, of: queue)
            queue.consume(fresh)
            present = taken + fresh
        case .inflated:
            return try takeCompressed(header, taken: taken)
        }
        guard present == header.payloadCount else {
            reading = .data(header, placement, taken: present)
            return (false, nil)
        }
        reading = .header
        return (true, header.isFinal ? try announce(placement, count: present) : nil)
    }

    /// Unmasks and checks the bytes of the queue in `range`, which begin at `payloadOffset` of their frame's
    /// payload. Each byte of a frame is passed once, however small the pieces in which it comes.
    private mutating func unmaskAndCheck(
        _ header: FrameHeader, _ range: Range<Int>, payloadOffset: Int
    ) throws(ProtocolViolation) {
        if range.isEmpty { return }
        var isASCII = false
        if let mask = header.mask {
            isASCII = queue.withMutableBytes { bytes in
                mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: bytes[range]), at: payloadOffset)
            }
        }
        try assembler.check(range, of: queue, isASCII: isASCII)
    }

    /// Ends a message. While closing it is dropped: we have said that we are done.
    private mutating func announce(
        _ placement: MessageAssembler.Placement, count: Int
    ) throws(ProtocolViolation) -> Event? {
        let kind = try assembler.finish()
        switch placement {
        case .inPlace: reading = .announced(count: count)
        case .assembled, .inflated: reading = .announcedAssembled
        }
        if isOpen { return .message(kind) }
        forgetAnnounced()
        return nil
    }

    /// As ``takeData(_:_:taken:)`` for a frame of a compressed message, and no part of the way of the others.
    @inline(never)
    private mutating func takeCompressed(
        _ header: FrameHeader, taken: Int
    ) throws(ProtocolViolation) -> (whole: Bool, Event?) {
        let fresh = min(queue.count, header.payloadCount - taken)
        if let mask = header.mask {
            queue.withMutableBytes { bytes in
                _ = mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: bytes[..<fresh]), at: taken)
            }
        }
        try assembler.inflate(fresh, of: queue)
        queue.consume(fresh)
        guard taken + fresh == header.payloadCount else {
            reading = .data(header, .inflated, taken: taken + fresh)
            return (false, nil)
        }
        reading = .header
        guard header.isFinal else { return (true, nil) }
        let kind = try assembler.finishInflated()
        reading = .announcedAssembled
        if isOpen { return (true, .message(kind)) }
        forgetAnnounced()
        return (true, nil)
    }

    // MARK: Control frames

    private mutating func takeControl(_ header: FrameHeader) throws(ProtocolViolation) -> Event? {
        let payload = 0..<header.payloadCount
        if let mask = header.mask {
            queue.withMutableBytes { bytes in
                _ = mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: bytes[payload]), at: 0)
            }
        }
        switch header.opcode {
        case .ping:
            if isOpen { output.appendPong(header.payloadCount, of: queue) }
            queue.consume(header.payloadCount)
            return nil
        case .pong:
            queue.consume(header.payloadCount)
            return .pong
        case .close:
            return try takeClose(header.payloadCount)
        case .continuation, .text, .binary:
            preconditionFailure("a data frame is no control frame")
        }
    }

    /// Answers the peer's close with its own code, RFC 6455 section 5.5.1, unless ours went before.
    private mutating func takeClose(_ count: Int) throws(ProtocolViolation) -> Event {
        let (code, reason) = try queue.withBytes { bytes throws(ProtocolViolation) in
            try ClosePayload.parse(bytes.extracting(0..<count))
        }
        switch state.peerClosed() {
        case .sendClose:
            let payload = code.map { ClosePayload.encode($0, reason: "") } ?? []
            output.append(.close, payload: payload.span.bytes)
        case .nothing: break
        }
        dropInput()
        return .closed(code, reason: reason)
    }

    // MARK: The end

    mutating func fail(_ violation: ProtocolViolation) -> Event {
        switch state.peerBroke() {
        case .sendClose:
            let payload = ClosePayload.encode(violation.code, reason: violation.message)
            output.append(.close, payload: payload.span.bytes)
        case .nothing: break
        }
        dropInput()
        return .failed(violation.code, violation.message)
    }

    /// Nothing is read any more: what was received and half a message go back at once.
    private mutating func dropInput() {
        reading = .header
        queue = ReceiveQueue()
        assembler.release()
    }
}
