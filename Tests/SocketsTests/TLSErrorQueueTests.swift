import COpenSSL
import Testing

@testable import Sockets

@Suite struct TLSErrorQueueTests {
    @Test func `entries are taken oldest first, once`() throws {
        _ = try TLSFiles.client()
        TLSErrorQueue.clear()
        raise(ERR_LIB_SSL, SSL_R_HTTP_REQUEST)
        raise(ERR_LIB_PEM, PEM_R_NO_START_LINE)
        let taken = TLSErrorQueue.takeAll()
        #expect(taken.map(\.reason) == [SSL_R_HTTP_REQUEST, PEM_R_NO_START_LINE])
        #expect(taken.map(\.text) == ["http request", "no start line"])
        #expect(TLSErrorQueue.takeAll().isEmpty)
    }

    @Test func `clearing leaves nothing`() {
        raise(ERR_LIB_SSL, SSL_R_HTTP_REQUEST)
        TLSErrorQueue.clear()
        #expect(ERR_peek_error() == 0)
    }

    @Test func `a reason that OpenSSL does not know is a number`() {
        #expect(TLSErrorQueue.Entry(library: 200, reason: 9).text.hasPrefix("OpenSSL error "))
    }

    @Test func `what another library left behind harms no connection`() throws {
        let pair = try TLSPair()
        _ = pair.shakeHands()
        raise(ERR_LIB_EVP, 1)
        #expect(pair.server.readOnce().transfer == .wouldBlock)
        raise(ERR_LIB_EVP, 1)
        #expect(pair.server.send([1]) == .bytes(1))
    }

    private func raise(_ library: Int32, _ reason: Int32) {
        // ERR_raise is a macro over these.
        ERR_new()
        withVaList([]) { ERR_vset_error(library, reason, nil, $0) }
    }
}
