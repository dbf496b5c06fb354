import Testing

@testable import chatos_bench

struct RoomEntryTests {
    @Test func `a string member is found by its name`() {
        let text = #"{"hub":"welcome","epoch":"q7x","head":12}"#
        #expect(RoomEntry.member("epoch", of: text) == "q7x")
        #expect(RoomEntry.member("token", of: text) == "")
    }
}
