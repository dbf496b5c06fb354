import Testing

@testable import chatos_bench

struct ServerSpecTests {
    @Test func `name and command part at the first equals sign`() throws {
        let spec = try ServerSpec("ours=run --listen=h:{port} --data {data} --log {data}/x")
        #expect(spec.name == "ours")
        #expect(
            spec.command(port: 80, data: "/d") == "run --listen=h:80 --data /d --log /d/x")
    }

    @Test(arguments: ["run {port}", "=run {port}", "a=run"])
    func `without a name or a place for the port it is no server`(text: String) {
        #expect(throws: Failure.self) { try ServerSpec(text) }
    }

    @Test func `under another name it is the same server`() throws {
        let spec = try ServerSpec("ours=run {port}", certificate: "a.pem")
        #expect(spec.named("twice").name == "twice")
        #expect(spec.named("ours") == spec)
    }
}
