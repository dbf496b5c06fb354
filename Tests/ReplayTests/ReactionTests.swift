import HubProtocol
import Rooms
import Testing

@testable import Replay

@Suite struct ReactionTests {
    private let author = Author(id: "a", name: "Ada")
    private let payload = Payload(bytes: Array("{}".utf8))

    private func words(_ effects: Effect...) -> String {
        var reaction = Reaction()
        for effect in effects { reaction.note(effect) }
        return reaction.description
    }

    @Test func `it says in words why there is no one op`() throws {
        let room = try #require(RoomName("r"))
        let op = LoggedOp(
            seq: .none.next, at: 0, author: author, type: "t", name: nil, resend: nil, payload: payload)
        let transient = Envelope(seq: nil, at: 0, author: author, payload: payload)
        let member = MemberID(1)
        #expect(words() == "does not log it")
        #expect(words(.broadcast(Envelope(op), to: [])) == "does not log it")
        #expect(words(.broadcast(transient, to: [])) == "shows it and does not log it")
        #expect(words(.append(op, room: room), .append(op, room: room)) == "makes 2 ops of it")
        let error = ProtocolError(.roomFull, "no room left")
        #expect(words(.send(.error(error), to: member)) == "refuses it: no room left")
        #expect(Reaction(refusal: error).description == "refuses it: no room left")
    }

    @Test func `a question for an op that the room has already shows a re-send, another question does not`()
        throws
    {
        let room = try #require(RoomName("r"))
        var reaction = Reaction()
        reaction.note(.ask(.catchUp(after: .none, upTo: .max), room: room, for: MemberID(1)))
        #expect(!reaction.isResend)
        reaction.note(.ask(.again(.none.next), room: room, for: MemberID(1)))
        #expect(reaction.isResend)
    }
}
