import Testing

@testable import Sockets

@Suite struct TLSContextTests {
    private let certificate = TLSFiles.path("server.pem")
    private let key = TLSFiles.path("server.key")

    @Test func `a file that is not there is named, with the system's reason`() {
        expect("can't use certificate /nowhere/a.pem: No such file or directory") {
            try TLSContext(certificateChain: "/nowhere/a.pem", privateKey: key)
        }
        expect("can't use private key /nowhere/a.key: No such file or directory") {
            try TLSContext(certificateChain: certificate, privateKey: "/nowhere/a.key")
        }
        expect("can't use trusted certificates /nowhere/b.pem: No such file or directory") {
            try TLSContext(trusting: .certificates(inFile: "/nowhere/b.pem"))
        }
    }

    @Test func `a key of another certificate is refused`() {
        let other = TLSFiles.path("other.key")
        expect("can't use private key \(other): key values mismatch") {
            try TLSContext(certificateChain: certificate, privateKey: other)
        }
    }

    @Test func `an encrypted key is refused, and nobody is asked for a passphrase`() {
        let encrypted = TLSFiles.path("encrypted.key")
        expect("can't use private key \(encrypted): it is encrypted; give one without a passphrase") {
            try TLSContext(certificateChain: certificate, privateKey: encrypted)
        }
    }

    @Test func `a file of the wrong kind is refused`() {
        let readme = TLSFiles.path("README.md")
        expect("can't use certificate \(readme): it holds no PEM block of that kind") {
            try TLSContext(certificateChain: readme, privateKey: key)
        }
        expect("can't use certificate \(key): it holds no PEM block of that kind") {
            try TLSContext(certificateChain: key, privateKey: key)
        }
        expect("can't use private key \(certificate): it holds no PEM block of that kind") {
            try TLSContext(certificateChain: certificate, privateKey: certificate)
        }
        expect("can't use trusted certificates \(readme): no certificate or crl found") {
            try TLSContext(trusting: .certificates(inFile: readme))
        }
    }

    @Test func `[RFC 7301 3.1] http/1.1 is found wherever it stands in a client's list`() {
        #expect(offer([]) == nil)
        #expect(offer(Array("\u{2}h2".utf8)) == nil)
        #expect(offer(Array("\u{8}http/1.1".utf8)) == 1..<9)
        #expect(offer(Array("\u{2}h2\u{8}http/1.1".utf8)) == 4..<12)
        #expect(offer(Array("\u{9}http/1.10".utf8)) == nil)
        #expect(offer(Array("\u{2}h2\u{8}http/1.".utf8)) == nil)
        #expect(offer([200]) == nil)
        #expect(offer([0, 0]) == nil)
    }

    private func offer(_ list: [UInt8]) -> Range<Int>? {
        list.withUnsafeBufferPointer { TLSContext.offer(in: $0) }
    }

    private func expect(_ description: String, _ make: () throws -> TLSContext) {
        do {
            _ = try make()
            Issue.record("it was taken")
        } catch {
            #expect("\(error)" == description)
        }
    }
}
