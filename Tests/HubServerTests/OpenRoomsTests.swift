import HubProtocol
import Storage
import Testing

@testable import HubServer

@Suite struct OpenRoomsTests {
    private let id = RoomID(number: 1)

    @Test func `an open room is found both ways, a closed one is not`() throws {
        let name = try #require(RoomName("a"))
        var rooms = OpenRooms()
        #expect(rooms.id(of: name) == nil)
        rooms.open(name, id, batch: 5)
        #expect(rooms.id(of: name) == id)
        #expect(rooms.name(of: id, asOf: 5) == name)
        rooms.close(name)
        #expect(rooms.id(of: name) == nil)
        #expect(rooms.name(of: id, asOf: 6) == nil)
        rooms.close(name)
    }

    @Test func `[O1] what the log says of a batch before the room was opened is about another room`() throws {
        let name = try #require(RoomName("a"))
        var rooms = OpenRooms()
        rooms.open(name, id, batch: 5)
        rooms.close(name)
        rooms.open(name, id, batch: 8)
        #expect(rooms.name(of: id, asOf: 7) == nil)
        #expect(rooms.name(of: id, asOf: 8) == name)
    }

    @Test func `a second answer about an open room changes nothing`() throws {
        let name = try #require(RoomName("a"))
        var rooms = OpenRooms()
        rooms.open(name, id, batch: 5)
        rooms.open(name, id, batch: 8)
        #expect(rooms.name(of: id, asOf: 5) == name)
    }
}
