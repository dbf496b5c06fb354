import HubClient
import Sockets
import Storage

/// `chatos replay`: a session file, said again in a room.
enum Play {
    static let command = Command(
        name: "replay", operands: ["FILE"], summary: "play a session file into a room",
        options: [
            Command.Option(
                name: "--to", value: "URL", help: "the room, as in ws://127.0.0.1:8080/rooms/copy",
                isRequired: true),
            Command.Option(
                name: "--speed", value: "N", help: "2: twice as fast as recorded; 0: without waiting [1]"),
        ],
        run: run)

    private static func run(_ arguments: Arguments) throws {
        let address: HubAddress
        do {
            address = try HubAddress(parsing: arguments.value("--to") ?? "")
        } catch {
            throw Failure(error, at: "--to")
        }
        let text = arguments.value("--speed") ?? "1"
        guard let speed = Pace.speed(text) else {
            throw Failure(.usage, "--speed: a number from 0 on, not '\(text)'")
        }
        let path = arguments.operands[0]
        do {
            try play(try SessionFileReader(try NamedFile.read(path)), into: address, speed: speed)
        } catch let error as StorageError {
            throw Failure(error)
        } catch let error as SessionFileError {
            throw Failure(error)
        }
    }

    private static func play(_ session: SessionFileReader, into address: HubAddress, speed: Double) throws {
        var line = ProgressLine(isShown: Terminal.isWatched)
        defer { line.clear(Terminal.progress) }
        let player = Player(address, pace: Pace(speed: speed)) { count in
            line.show("\(count) ops played", now: MonotonicClock.now(), Terminal.progress)
        }
        let count = try player.play(session)
        line.clear(Terminal.progress)
        if player.erased > 0 {
            Terminal.error("chatos: \(DataOptions.count(UInt64(player.erased), "erased op")) left out")
        }
        if player.scheduled > 0 {
            Terminal.error(
                "chatos: \(DataOptions.count(UInt64(player.scheduled), "op")) of schedules left out")
        }
        if let torn = session.torn { Terminal.error("chatos: \(torn)") }
        if Terminal.isWatched { Terminal.error("chatos: \(count) ops played into \(address)") }
    }
}
