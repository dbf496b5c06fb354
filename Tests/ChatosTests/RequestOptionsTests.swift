import Foundation
import HubServer
import TestSupport
import Testing

@testable import chatos

struct RequestOptionsTests {
    private func policy(_ words: String...) throws -> [String]? {
        try RequestOptions.policy(try Arguments(words, of: Serve.command))?.allowedHosts
    }

    private func failure(_ words: String...) -> String? {
        do {
            _ = try RequestOptions.policy(try Arguments(words, of: Serve.command))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `rooms may have requests made unless they may not`() throws {
        #expect(try policy() == [])
        #expect(try policy("--allow-request-host", "a:80", "--allow-request-host", "b") == ["a:80", "b"])
        #expect(try policy("--no-requests") == nil)
        #expect(failure("--no-requests", "--allow-request-host", "a") != nil)
        #expect(failure("--allow-request-host", "http://a/") != nil)
    }

    @Test func `a file of secrets is read if it is its owner's alone`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/secrets"
        try Data("KEY@h=abcd\n".utf8).write(to: URL(filePath: path))
        chmod(path, 0o644)
        #expect(failure("--request-secrets", path)?.contains("chmod 600") == true)
        chmod(path, 0o600)
        #expect(failure("--request-secrets", path) == nil)
        try Data("KEY=sesame\n".utf8).write(to: URL(filePath: path))
        let said = try #require(failure("--request-secrets", path))
        #expect(said.contains("line 1 is not") && !said.contains("sesame"))
        #expect(failure("--request-secrets", folder.path + "/none") != nil)
    }
}
