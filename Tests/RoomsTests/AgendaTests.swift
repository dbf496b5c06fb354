import HubProtocol
import Testing

@testable import Rooms

@Suite struct AgendaTests {
    @Test func `the earliest is next, whatever is put on it and taken off`() throws {
        let (a, b) = (RoomName.lobby, RoomName.other)
        var agenda = Agenda()
        #expect(agenda.next == nil && agenda.due(a) == nil)
        agenda.set(a, 20)
        agenda.set(b, 10)
        #expect(agenda.next == 10)
        agenda.set(b, 30)
        #expect(agenda.next == 20)
        agenda.set(a, nil)
        #expect(agenda.next == 30 && agenda.due(a) == nil)
        agenda.set(a, nil)
        agenda.set(b, nil)
        #expect(agenda.next == nil)
    }

    @Test func `what is due is taken off, and nothing else`() {
        var agenda = Agenda()
        agenda.set(.lobby, 10)
        agenda.set(.other, 11)
        #expect(agenda.take(at: 9) == [])
        #expect(agenda.take(at: 10) == [.lobby])
        #expect(agenda.next == 11)
        #expect(agenda.take(at: 100) == [.other])
        #expect(agenda.next == nil && agenda.take(at: .max) == [])
    }
}
