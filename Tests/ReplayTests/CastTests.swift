import Rooms
import Testing

@testable import Replay

@Suite struct CastTests {
    @Test func `a role has one member, and each member plays one role`() {
        var cast = Cast()
        let roles = [
            Cast.Role(author: "Ada"), Cast.Role(author: "Ada", outbox: 1), Cast.Role(author: "Bob"),
            // The same letter in one code point and in two: Swift's strings are equal, these authors are not.
            Cast.Role(author: "\u{E9}"), Cast.Role(author: "e\u{301}"),
        ]
        for role in roles { #expect(cast.member(role) == nil) }
        let members = roles.map { cast.engage($0) } + [cast.extra()]
        #expect(Set(members).count == members.count)
        #expect(roles.map { cast.member($0) } == members.dropLast())
    }

    @Test func `all are dismissed at once, and play nobody any more`() {
        var cast = Cast()
        let role = Cast.Role(author: "Ada")
        let ada = cast.engage(role)
        cast.announced["a"] = ada
        _ = cast.extra()
        #expect(cast.dismiss() == [ada])
        #expect(cast.member(role) == nil && cast.announced.isEmpty)
        #expect(cast.engage(role) != ada)
    }
}
