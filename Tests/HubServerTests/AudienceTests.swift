import Rooms
import Serving
import Testing

@testable import HubServer

@Suite struct AudienceTests {
    /// The member of a slot on a loop, as a connection's token has them.
    private func member(_ slot: UInt64, loop: UInt64) -> MemberID {
        MemberID(3 << 32 | loop << 26 | slot)
    }

    @Test func `members are sorted by their loop, and keep their order there`() {
        let members = [
            member(1, loop: 2), member(0, loop: 0), member(9, loop: 1), member(0, loop: 2),
            member(7, loop: 0),
        ]
        let audience = Audience(members, on: 0)
        #expect(audience.members == members)
        #expect(audience.own == [member(0, loop: 0).number, member(7, loop: 0).number])
        #expect(audience.others.map(\.loop) == [1, 2])
        #expect(
            audience.others.map(\.tokens) == [
                [member(9, loop: 1).number], [member(1, loop: 2).number, member(0, loop: 2).number],
            ])
    }

    @Test func `nobody is an audience, and so are those of another loop alone`() {
        #expect(Audience().own == [] && Audience().others.isEmpty)
        let audience = Audience([member(0, loop: 5)], on: 1)
        #expect(audience.own == [] && audience.others.map(\.loop) == [5])
    }
}
