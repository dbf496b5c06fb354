import COpenSSL

public enum TLSVersion: Sendable, Equatable {
    case v1_2
    case v1_3

    var number: Int32 {
        switch self {
        case .v1_2: TLS1_2_VERSION
        case .v1_3: TLS1_3_VERSION
        }
    }
}

/// Whose certificates a client accepts.
public enum TLSTrust: Sendable, Equatable {
    /// Those that the machine's list vouches for.
    case system
    /// The certificates in a PEM file and those they vouch for, and no others.
    case certificates(inFile: String)
}

/// What the TLS connections of one side have in common: certificate, key, whom to trust, and what may be
/// negotiated.
///
/// It does not change once it is made, so any thread may use it; new files make a new context, and
/// connections keep the one they began with. It holds no connection.
public final class TLSContext: @unchecked Sendable {
    enum Role {
        case server
        case client
    }

    let role: Role
    /// OpenSSL counts its users with atomics, and nothing here changes it after `init`.
    let handle: OpaquePointer
    let wireMethod: OpaquePointer

    /// For a server. `certificateChain` is a PEM file, the server's own certificate first; `privateKey` its
    /// key.
    public convenience init(
        certificateChain: String, privateKey: String, newest: TLSVersion = .v1_3
    ) throws(TLSConfigurationError) {
        try self.init(.server, newest: newest)
        guard SSL_CTX_use_certificate_chain_file(handle, certificateChain) == 1 else {
            throw .last("certificate \(certificateChain)")
        }
        guard SSL_CTX_use_PrivateKey_file(handle, privateKey, SSL_FILETYPE_PEM) == 1,
            SSL_CTX_check_private_key(handle) == 1
        else {
            throw .last("private key \(privateKey)")
        }
        serverDefaults()
    }

    /// For a client, which goes on only with a server whose certificate it trusts and that bears the host's
    /// name.
    public convenience init(
        trusting trust: TLSTrust, newest: TLSVersion = .v1_3
    ) throws(TLSConfigurationError) {
        try self.init(.client, newest: newest)
        switch trust {
        case .system:
            guard SSL_CTX_set_default_verify_paths(handle) == 1 else {
                throw .last("the system's certificates")
            }
        case .certificates(let file):
            guard SSL_CTX_load_verify_file(handle, file) == 1 else {
                throw .last("trusted certificates \(file)")
            }
            // Whoever names a certificate means it, though it is no authority and another vouches for it.
            X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(handle), UInt(X509_V_FLAG_PARTIAL_CHAIN))
        }
        SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, nil)
        guard
            SSL_CTX_set_alpn_protos(handle, TLSContext.protocols, UInt32(TLSContext.protocols.count)) == 0
        else {
            throw .last("TLS")
        }
    }

    private init(_ role: Role, newest: TLSVersion) throws(TLSConfigurationError) {
        TLSErrorQueue.clear()
        guard let handle = SSL_CTX_new(role == .server ? TLS_server_method() : TLS_client_method()) else {
            throw .last("TLS")
        }
        guard let wireMethod = TLSWire.makeMethod() else {
            SSL_CTX_free(handle)
            throw .last("TLS")
        }
        self.role = role
        self.handle = handle
        self.wireMethod = wireMethod
        guard commonDefaults(newest: newest) else { throw .last("TLS") }
    }

    deinit {
        SSL_CTX_free(handle)
        BIO_meth_free(wireMethod)
    }
}

// MARK: - Defaults

extension TLSContext {
    /// The list of ALPN names ([RFC 7301 3.1]): each with its length before it.
    static let protocols = [UInt8(8)] + Array("http/1.1".utf8)

    /// How much OpenSSL asks the kernel for at once, in bytes. Four records a call cost a tenth less than
    /// one; an idle connection has no such buffer.
    private static let readBufferBytes = 1 << 16

    private func commonDefaults(newest: TLSVersion) -> Bool {
        // Renegotiation would make writing wait for reading; TLS 1.3 is without ([RFC 8446 4.1.2]).
        // Compression gives secrets away ([RFC 7525 3.3]).
        SSL_CTX_set_options(handle, chatos_ssl_op_no_compression | chatos_ssl_op_no_renegotiation)
        // OpenSSL's buffers, 16 KiB and more each way, are kept only while there is something in them. The
        // modes for repeated writes are not wanted: a wire takes all, so no write is repeated.
        chatos_ssl_ctx_set_mode(handle, Int(SSL_MODE_RELEASE_BUFFERS))
        chatos_ssl_ctx_set_read_ahead(handle, 1)
        SSL_CTX_set_default_read_buffer_len(handle, TLSContext.readBufferBytes)
        // A key that needs a passphrase must not make the program ask for it at a terminal.
        SSL_CTX_set_default_passwd_cb(handle) { _, _, _, _ in -1 }
        return chatos_ssl_ctx_set_versions(handle, TLS1_2_VERSION, newest.number) == 1
            && SSL_CTX_set_cipher_list(handle, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1
            && SSL_CTX_set_ciphersuites(
                handle, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256") == 1
            && chatos_ssl_ctx_set_groups(handle, "X25519:P-256:P-384") == 1
    }

    private func serverDefaults() {
        // ChaCha goes first where the client prefers it: it has no AES in hardware.
        SSL_CTX_set_options(handle, chatos_ssl_op_server_preference | chatos_ssl_op_prioritize_chacha)
        // Sessions are resumed by tickets that the client keeps; the server keeps nothing per session.
        chatos_ssl_ctx_set_session_cache_mode(handle, Int(SSL_SESS_CACHE_OFF))
        SSL_CTX_set_num_tickets(handle, 1)
        SSL_CTX_set_alpn_select_cb(
            handle,
            { _, chosen, chosenCount, offered, offeredCount, _ in
                guard let chosen, let chosenCount, let offered else { return SSL_TLSEXT_ERR_NOACK }
                let list = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
                guard let place = TLSContext.offer(in: list) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                // It points into the client's list, which OpenSSL copies from.
                chosen.pointee = offered + place.lowerBound
                chosenCount.pointee = UInt8(place.count)
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }

    /// Where in a client's list `http/1.1` stands.
    static func offer(in list: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var start = 0
        while start < list.count {
            let end = start + 1 + Int(list[start])
            guard end <= list.count else { return nil }
            if list[start..<end].elementsEqual(protocols) { return start + 1..<end }
            start = end
        }
        return nil
    }
}
