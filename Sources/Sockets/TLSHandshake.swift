import COpenSSL
import Glibc

extension TLSSocket {
    /// Takes the handshake as far as it goes; nil once it is done, or was before.
    func handshake() -> Socket.Transfer? {
        guard case .handshaking = state.phase else { return nil }
        guard SSL_do_handshake(handle) != 1 else {
            state.phase = .open
            // The peer may have sent more behind its last word, and it came along.
            state.hasPending = SSL_has_pending(handle) == 1
            return nil
        }
        let stop = stopReading(operation: "TLS handshake")
        wire.flush()
        if stop == .wouldBlock, wire.received > TLSSocket.handshakeMax {
            return fail("TLS handshake", .tooMuch("a handshake of \(wire.received) bytes"))
        }
        return stop
    }

    /// Why OpenSSL gave no bytes.
    func stopReading(operation: String = "read") -> Socket.Transfer {
        switch SSL_get_error(handle, 0) {
        case SSL_ERROR_WANT_READ: return .wouldBlock
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SSL: return fail(operation, failure())
        default:
            TLSErrorQueue.clear()
            if wire.hasEnded { return .ended }
            return TLSSocket.transfer(of: wire.readError, operation)
        }
    }

    func failure() -> TLSFailure {
        TLSFailure(TLSErrorQueue.takeAll(), verification: SSL_get_verify_result(handle))
    }

    /// The connection is of no more use; OpenSSL has written the alert that says so to the peer.
    func fail(_ operation: String, _ failure: TLSFailure) -> Socket.Transfer {
        let error = SocketError(operation: operation, cause: .tls(failure))
        wire.flush()
        state.phase = .failed(error)
        return .failed(error)
    }
}

extension TLSSocket {
    enum Phase {
        case handshaking
        case open
        /// The farewell is written; the stream's end follows when all is sent.
        case closing
        case closed
        case failed(SocketError)
    }

    /// What the calls of a connection change, and OpenSSL's part of it.
    final class State {
        let handle: OpaquePointer
        let wire: TLSWire
        /// The wire's method lives in it.
        private let context: TLSContext
        var phase = Phase.handshaking
        var hasPending = false

        init(descriptor: Int32, _ context: TLSContext) throws(SocketError) {
            TLSErrorQueue.clear()
            wire = TLSWire(descriptor: descriptor)
            guard let bio = wire.makeBIO(context.wireMethod), let handle = SSL_new(context.handle) else {
                // What was made of the two is lost, as all is when a few KiB can't be had.
                throw SocketError(operation: "begin TLS", code: ENOMEM)
            }
            SSL_set_bio(handle, bio, bio)
            self.handle = handle
            self.context = context
        }

        deinit {
            SSL_free(handle)
        }

        func expect(_ host: String) throws(SocketError) {
            // An address is no name: it is looked for among the certificate's addresses, and not sent
            // ([RFC 6066 3]).
            let isAddress = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(handle), host) == 1
            TLSErrorQueue.clear()
            // A text with a zero byte would be cut short by the C calls and so mean another host.
            guard
                !host.isEmpty, !host.utf8.contains(0),
                isAddress
                    || SSL_set1_host(handle, host) == 1 && chatos_ssl_set_server_name(handle, host) == 1
            else {
                throw SocketError(
                    operation: "begin TLS", cause: .tls(.certificateRefused("no host is named “\(host)”")))
            }
        }
    }
}
