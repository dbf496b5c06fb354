import HubClient
import HubProtocol
import Testing

struct HubClientErrorTests {
    @Test(arguments: [
        (HubClientError.timedOut("the welcome"), "the welcome took too long"),
        (.refused(status: 403, message: ""), "the hub refused with 403"),
        (.refused(status: 403, message: "no"), "the hub refused with 403: no"),
        (.closed(code: 1001, reason: "bye"), "the hub closed the connection (1001): bye"),
        (.closed(code: 1005, reason: ""), "the hub closed the connection (1005)"),
        (
            .rejected(ProtocolError(.badControl, "`name` is long")),
            "the hub did not let us in (bad_control): `name` is long"
        ),
    ])
    func `an error is one line that says what happened`(error: HubClientError, line: String) {
        #expect(error.description == line)
    }
}
