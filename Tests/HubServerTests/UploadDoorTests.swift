import HTTP1
import HubProtocol
import Testing

@testable import HubServer

@Suite struct UploadDoorTests {
    private let lobby: RoomName
    private let other: RoomName

    init() throws {
        lobby = try #require(RoomName("lobby"))
        other = try #require(RoomName("other"))
    }

    private func door() -> UploadDoor {
        var limits = UploadDoor.Limits()
        limits.bytesAtOnce = 100
        limits.countAMinute = 3
        limits.bytesAMinute = 50
        return UploadDoor(limits: limits)
    }

    private func status(_ result: Result<UploadLease, HTTPError>) -> Int {
        switch result {
        case .success: 200
        case .failure(let error): error.status
        }
    }

    @Test func `[AS3] a room may be sent so many files a minute, and so many bytes of them`() {
        let door = door()
        #expect((0..<4).map { status(door.enter(lobby, bytes: 1, at: $0)) } == [200, 200, 200, 429])
        #expect(status(door.enter(other, bytes: 40, at: 5)) == 200)
        #expect(status(door.enter(other, bytes: 11, at: 5)) == 429)
        #expect(status(door.enter(other, bytes: 10, at: 5)) == 200)
        // The first of the three is more than a minute old, the second is not.
        #expect(status(door.enter(lobby, bytes: 1, at: 60_000)) == 200)
        #expect(status(door.enter(lobby, bytes: 1, at: 60_000)) == 429)
    }

    @Test func `[AS3] a clock that is set back closes the door for nobody`() {
        let door = door()
        for at in [900_000, 900_001, 900_002] as [Int64] { _ = door.enter(lobby, bytes: 1, at: at) }
        #expect(status(door.enter(lobby, bytes: 1, at: 10)) == 200)
    }

    @Test func `[AS3] what is on its way is bounded for all rooms, and a lease gives back what it took`() {
        let door = door()
        var leases: [UploadLease] = []
        for (index, room) in [lobby, other].enumerated() {
            if case .success(let lease) = door.enter(room, bytes: 50, at: Int64(index)) {
                leases.append(lease)
            }
        }
        #expect(leases.count == 2)
        #expect(status(door.enter(lobby, bytes: 1, at: 70_000)) == 503)
        leases.removeLast()
        #expect(status(door.enter(lobby, bytes: 50, at: 70_000)) == 200)
    }
}
