import Testing

@testable import chatos_bench

struct ServerOptionsTests {
    private func options(_ words: String...) throws(Failure) -> Options {
        try Options(words, valued: ServerOptions.valued)
    }

    @Test func `the servers of each kind are told apart, and one there must be`() throws {
        let servers = try ServerOptions.servers(
            options("--raw-server", "r=x {port}", "--topic-server", "t=x {port}", "--server", "s=x {port}"))
        #expect(servers.map(\.name) == ["s", "t", "r"])
        #expect(servers.map(\.isRaw) == [false, false, true])
        #expect(servers.map(\.isRoomless) == [false, true, false])
        #expect(throws: Failure.self) { try ServerOptions.servers(options()) }
    }

    @Test func `a run's length is bounded in time and in count`() throws {
        let length = try ServerOptions.length(options("--warm-up", "0.1", "--seconds", "2", "--count", "5"))
        #expect(length.warmUpSeconds == 0.1)
        #expect(length.seconds == 2)
        #expect(length.messagesMax == 5)
    }

    @Test func `TLS is spoken by the servers that are measured, not by those beside them`() throws {
        let options = try options("--tls", "a.pem", "--raw-server", "r=x {port}", "--server", "s=x {port}")
        #expect(try ServerOptions.servers(options).map(\.certificate) == ["a.pem", nil])
        #expect(ServerOptions.prefix(options) == "wss ")
        #expect(ServerOptions.prefix(try self.options()) == "")
    }
}
