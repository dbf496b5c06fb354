import COpenSSL
import Testing

@testable import Sockets

@Suite struct TLSConfigurationErrorTests {
    @Test func `the system's reason goes before what followed from it`() {
        let queue = [
            TLSErrorQueue.Entry(library: ERR_LIB_BIO, reason: BIO_R_NO_SUCH_FILE),
            TLSErrorQueue.Entry(library: ERR_LIB_SYS, reason: 13),
        ]
        #expect(TLSConfigurationError.reason(of: queue) == "Permission denied")
    }

    @Test func `no reason at all is said to be so`() {
        #expect(TLSConfigurationError.reason(of: []) == "OpenSSL gives no reason")
    }
}
