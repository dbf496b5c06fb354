import COpenSSL
import Testing

@testable import Sockets

@Suite struct TLSFailureTests {
    @Test func `OpenSSL's reasons become kinds`() throws {
        // OpenSSL has words for its reasons once it was used.
        _ = try TLSFiles.client()
        #expect(failure(SSL_R_HTTP_REQUEST) == .plainHTTP)
        #expect(failure(SSL_R_HTTPS_PROXY_REQUEST) == .plainHTTP)
        #expect(failure(SSL_R_WRONG_VERSION_NUMBER) == .notTLS)
        #expect(failure(SSL_R_UNSUPPORTED_PROTOCOL) == .unsupportedVersion)
        #expect(failure(SSL_R_NO_SHARED_CIPHER) == .nothingInCommon("no shared cipher"))
        #expect(failure(SSL_R_NO_APPLICATION_PROTOCOL) == .noApplicationProtocol)
        #expect(
            failure(SSL_R_CERTIFICATE_VERIFY_FAILED, verification: 10)
                == .certificateRefused("certificate has expired"))
        #expect(failure(1_048) == .alert(48, "tlsv1 alert unknown ca"))
        #expect(failure(SSL_R_BAD_LENGTH) == .violation("bad length"))
    }

    @Test func `the word of TLS goes before what lies under it`() {
        let queue = [
            TLSErrorQueue.Entry(library: ERR_LIB_EVP, reason: 1),
            TLSErrorQueue.Entry(library: ERR_LIB_SSL, reason: SSL_R_HTTP_REQUEST),
        ]
        #expect(TLSFailure(queue, verification: 0) == .plainHTTP)
        guard case .violation = TLSFailure(Array(queue.prefix(1)), verification: 0) else {
            Issue.record("it is no word of TLS")
            return
        }
        #expect(TLSFailure([], verification: 0) == .violation("OpenSSL gives no reason"))
    }

    @Test func `each is a sentence's end for the operator`() {
        #expect("\(TLSFailure.notTLS)" == "the peer does not speak TLS")
        #expect("\(TLSFailure.alert(48, "unknown ca"))" == "the peer gave up with alert 48 (unknown ca)")
        let error = SocketError(operation: "read", cause: .tls(.violation("bad record mac")))
        #expect("\(error)" == "read: broken off: bad record mac")
    }

    private func failure(_ reason: Int32, verification: Int = 0) -> TLSFailure {
        TLSFailure(
            [TLSErrorQueue.Entry(library: ERR_LIB_SSL, reason: reason)], verification: verification)
    }
}
