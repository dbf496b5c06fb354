import Storage
import Testing

@Suite struct SecretTests {
    @Test func `a secret is made once, is as long as asked, and is there for the next hub`() throws {
        let log = try LogFixture()
        let made = try log.writer.secret(named: "tokens", length: 32)
        #expect(made.count == 32)
        #expect(try log.writer.secret(named: "tokens", length: 32) == made)
        log.writer.stop()
        let next = try LogWriter(folder: log.folder, durability: .full)
        #expect(try next.secret(named: "tokens", length: 64) == made)
    }

    @Test func `another name and another folder have other secrets`() throws {
        let log = try LogFixture()
        let other = try LogFixture()
        let made = try log.writer.secret(named: "tokens", length: 32)
        #expect(try log.writer.secret(named: "cookies", length: 32) != made)
        #expect(try other.writer.secret(named: "tokens", length: 32) != made)
    }
}
