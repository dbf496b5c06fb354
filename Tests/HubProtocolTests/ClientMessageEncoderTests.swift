import HubProtocol
import Testing

struct ClientMessageEncoderTests {
    @Test(arguments: [
        Hello(name: "Ada"),
        Hello(name: "\"\\é🐈", client: "tab", token: "a.b", quiet: true),
        Hello(name: "Ada", resume: Resume(after: .none, epoch: "e")),
        Hello(name: "Ada", resume: Resume(after: .max, epoch: nil)),
    ])
    func `[HI1] a hub reads the hello that was meant`(hello: Hello) throws {
        #expect(try MessageCodec.decode(ClientMessageEncoder.hello(hello)) == .hello(hello))
    }

    @Test(arguments: [true, false])
    func `[PR2] a hub reads the announcement that was meant`(present: Bool) throws {
        let bytes = ClientMessageEncoder.announce(present: present)
        #expect(try MessageCodec.decode(bytes) == .announce(present: present))
    }
}
