import Rooms
import Serving
import Sockets
import Storage
import Testing

@testable import HubServer

@Suite struct ConfigurationTests {
    @Test func `a hub is told nothing and serves this machine alone`() {
        let configuration = Configuration()
        #expect(configuration.listen.isLoopback)
        #expect(configuration.durability == .full)
        #expect(configuration.allowedHosts.isEmpty)
    }

    @Test func `the limits fit one another`() {
        let limits = ServerLimits()
        let connections = ConnectionLimits()
        let rooms = RoomLimits()
        // A newcomer's state fits its outbox, with as much again for what is said meanwhile.
        #expect(connections.outboxBytes >= 2 * rooms.currentBytes)
        #expect(limits.catchUpBytes + limits.replayBytes < connections.outboxBytes)
        #expect(connections.pingTime < connections.silenceTime)
        // Half of it is what a stopping hub waits for those that do not go ("run() returns within 5 s").
        #expect(connections.closeTime / 2 < 5 * .second)
    }
}
