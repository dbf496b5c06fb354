import HubProtocol
import Testing
import Timetables

@Suite struct OpScheduleTests {
    private func schedule(_ text: String) -> OpSchedule? {
        OpSchedule(Payload(bytes: Array(text.utf8)))
    }

    @Test func `[SC1] a definition in the log says what it said when it was taken`() throws {
        let rule = try CronExpression("0 0 * * * *")
        #expect(
            schedule(#"{"type":"a","name":"b","schedule":"0 0 * * * *"}"#)
                == OpSchedule(rule: rule, isActive: true))
        #expect(
            schedule(#"{"schedule":"0 0 * * * *","active":false,"type":"a","name":"b"}"#)
                == OpSchedule(rule: rule, isActive: false))
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"type":"a"}"#, #"{"type":"a","schedule":7}"#, #"{"type":"a","schedule":"7"}"#,
        #"{"type":"a","schedule":"* * * * *","firedBy":3}"#,
    ])
    func `[SC4] what is no definition, or no good one, has none`(text: String) {
        #expect(schedule(text) == nil)
    }
}
