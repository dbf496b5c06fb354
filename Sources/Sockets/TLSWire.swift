import COpenSSL
import Glibc

/// What lies between OpenSSL and one descriptor: a BIO that takes every byte that OpenSSL writes.
///
/// OpenSSL is never told that a write would block: what the kernel does not take is kept here, encrypted. So
/// it never asks for a write to be tried again, and no caller can try it again with other bytes, which would
/// put a record on the wire that the peer can't authenticate. How much is kept is its owner's matter: it
/// writes nothing new while ``hasUnsent``.
final class TLSWire {
    private let descriptor: Int32
    private var unsent: [UInt8] = []
    private var sentCount = 0
    /// While several records are made they are collected, and leave in one call.
    private(set) var isGathering = false
    /// The kernel gave less than was asked for: asking again in this turn would only cost a call.
    private var isDrained = false

    /// All that came from the peer so far.
    private(set) var received = 0
    /// The peer closed its half, with or without saying so in TLS.
    private(set) var hasEnded = false
    /// The `errno` that ended reading, and writing; 0 while there is none.
    private(set) var readError: Int32 = 0
    private(set) var writeError: Int32 = 0

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    var hasUnsent: Bool { sentCount < unsent.count }
    var unsentCount: Int { unsent.count - sentCount }
    /// The memory held for what is unsent.
    var keptBytes: Int { unsent.capacity }

    /// Readiness was reported or may have changed; the kernel is to be asked again.
    func beginTurn() {
        isDrained = false
    }

    /// Collects what OpenSSL writes from now on, about `count` bytes, until ``flush()``.
    func gather(_ count: Int) {
        isGathering = true
        unsent.reserveCapacity(unsent.count + count)
    }

    /// Sends what is kept, as far as the kernel takes it.
    func flush() {
        isGathering = false
        guard hasUnsent else { return }
        sentCount += unsent.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[sentCount...])) }
        // An idle connection keeps no memory for what it once sent.
        if !hasUnsent || writeError != 0 {
            unsent = []
            sentCount = 0
        }
    }

    fileprivate func take(_ bytes: UnsafeRawBufferPointer) {
        guard writeError == 0 else { return }
        let sent = isGathering || hasUnsent ? 0 : send(bytes)
        guard sent < bytes.count, writeError == 0 else { return }
        unsent.append(contentsOf: bytes[sent...])
    }

    /// How much the kernel took.
    private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return count }
            if errno == EINTR { continue }
            if errno != EAGAIN { writeError = errno }
            return 0
        }
    }

    /// How many bytes came; nil when there is nothing for now, 0 when there will be nothing more.
    fileprivate func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard !isDrained else { return nil }
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            isDrained = count < buffer.count
            if count > 0 {
                received += count
                return count
            }
            if count < 0, errno == EAGAIN { return nil }
            if count < 0 { readError = errno }
            hasEnded = count == 0
            return 0
        }
    }
}

extension TLSWire {
    /// A BIO over this wire. It does not keep the wire alive, and is freed with the SSL object that it is
    /// given to.
    func makeBIO(_ method: OpaquePointer) -> OpaquePointer? {
        guard let bio = BIO_new(method) else { return nil }
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(bio, 1)
        return bio
    }

    /// The calls by which OpenSSL reaches a wire. Whoever makes it frees it, after the last BIO.
    static func makeMethod() -> OpaquePointer? {
        let type = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
        guard type > 0, let method = BIO_meth_new(type, "wire") else { return nil }
        BIO_meth_set_read(method) { bio, start, count in
            guard let bio, let start, count > 0, let wire = TLSWire.of(bio) else { return -1 }
            let filled = wire.fill(UnsafeMutableRawBufferPointer(start: start, count: Int(count)))
            chatos_bio_set_retry(bio, filled == nil ? BIO_FLAGS_READ : 0)
            // It fits: it is at most `count`.
            return filled.map { Int32(truncatingIfNeeded: $0) } ?? -1
        }
        BIO_meth_set_write(method) { bio, start, count in
            guard let bio, let start, count > 0, let wire = TLSWire.of(bio) else { return -1 }
            chatos_bio_set_retry(bio, 0)
            wire.take(UnsafeRawBufferPointer(start: start, count: Int(count)))
            return count
        }
        // An end of the stream is not reported as BIO_CTRL_EOF: OpenSSL would take it for an attack and
        // refuse to write the answer that a peer may wait for behind its half-close.
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return method
    }

    private static func of(_ bio: OpaquePointer) -> TLSWire? {
        BIO_get_data(bio).map { Unmanaged<TLSWire>.fromOpaque($0).takeUnretainedValue() }
    }
}
