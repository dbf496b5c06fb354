import HubProtocol
import Testing

@testable import HubServer

@Suite struct GuestsTests {
    private let room = RoomName("room")

    private func remark(_ bytes: Int) -> Guests.Remark {
        Guests.Remark(said: .success(.announce(present: true)), bytes: bytes)
    }

    private func guests(_ tokens: UInt64...) throws -> Guests {
        var guests = Guests()
        for token in tokens { guests.enter(token, try #require(room)) }
        return guests
    }

    @Test func `a room has guests until the last has left`() throws {
        let room = try #require(room)
        var guests = try guests(1, 2)
        #expect(guests.areIn(room) && guests.room(of: 1) == room && guests.room(of: 3) == nil)
        guests.leave(1)
        guests.leave(1)
        #expect(guests.areIn(room))
        guests.leave(2)
        #expect(!guests.areIn(room) && guests.tokens.isEmpty)
    }

    @Test func `who is paused is heard when it is resumed, all of it and in order`() throws {
        var guests = try guests(1)
        guests.say(remark(1), 1)
        guests.pause(1)
        guests.say(remark(2), 1)
        #expect(guests.next(from: 1) == nil && guests.takeResumed() == nil)
        guests.resume(1)
        guests.say(remark(3), 1)
        #expect(guests.takeResumed() == 1 && guests.takeResumed() == nil)
        #expect((0..<4).map { _ in guests.next(from: 1)?.bytes } == [1, 2, 3, nil])
    }

    @Test func `who was told to go, or has gone, is not heard`() throws {
        var guests = try guests(1, 2)
        guests.say(remark(1), 1)
        guests.sendAway(1)
        guests.leave(2)
        guests.say(remark(1), 2)
        #expect(guests.next(from: 1) == nil && guests.next(from: 2) == nil)
    }

    @Test func `what was taken is told once it is worth it`() throws {
        var guests = try guests(1)
        var taken = 0
        var told: [Int] = []
        while taken < 4 * Guests.toldAtLeast {
            guests.say(remark(1_000), 1)
            taken += guests.next(from: 1)?.bytes ?? 0
            if case let bytes = guests.takeUntold(1), bytes > 0 { told.append(bytes) }
        }
        #expect(told.count == 3 || told.count == 4)
        #expect(told.allSatisfy { $0 >= Guests.toldAtLeast })
        #expect(taken - told.reduce(0, +) < Guests.toldAtLeast + 1_000)
    }
}
