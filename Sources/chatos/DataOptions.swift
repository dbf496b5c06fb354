import HubProtocol
import HubServer
import Storage

/// What the commands on a data folder have in common.
enum DataOptions {
    static let data = Command.Option(name: "--data", value: "DIR", help: "the hub's data folder [data]")

    static func folder(_ arguments: Arguments) -> String {
        arguments.value("--data") ?? "data"
    }

    static func room(_ text: String) throws(Failure) -> RoomName {
        guard let name = RoomName(text) else {
            throw Failure(.usage, "'\(text)' is no name that a room can have")
        }
        return name
    }

    static func seq(_ text: String, of option: String) throws(Failure) -> Seq {
        guard let seq = UInt64(text).flatMap({ Seq($0) }), seq > .none else {
            throw Failure(.usage, "\(option): a seq, a whole number from 1, not '\(text)'")
        }
        return seq
    }

    /// A moment of the log, read beside a hub that may be running.
    static func snapshot(_ arguments: Arguments) throws(Failure) -> LogSnapshot {
        do throws(StorageError) {
            return try LogSnapshot(folder: try DataFolder.open(path: folder(arguments), exclusive: false))
        } catch {
            throw Failure(error)
        }
    }

    /// The room of that name in it.
    static func summary(_ name: RoomName, of log: LogSnapshot, _ arguments: Arguments) throws -> RoomSummary {
        guard let room = try log.room(named: name) else {
            throw Failure(.dataError, "there is no room '\(name.text)' in \(folder(arguments))")
        }
        return room
    }

    /// Runs a command's work, and turns what the log says into what the program says.
    static func run<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
        do {
            return try body()
        } catch let failure as Failure {
            throw failure
        } catch let error as StorageError {
            throw Failure(error)
        } catch let error as SessionFileError {
            throw Failure(error)
        } catch let error as AdminError {
            throw Failure(error)
        } catch let error as AdminClient.Failure {
            throw Failure(error)
        } catch {
            throw Failure(.software, "\(error)")
        }
    }

    /// Asks whoever can write the log.
    static func perform(_ request: AdminRequest, _ arguments: Arguments) throws(Failure) -> AdminResult {
        try run { try AdminClient(folder: folder(arguments)).perform(request) }
    }

    /// `1 op`, `2 ops`.
    static func count(_ number: UInt64, _ unit: String) -> String {
        "\(number) \(unit)\(number == 1 ? "" : "s")"
    }
}

extension Failure {
    init(_ error: AdminError) {
        switch error.code {
        case .refused, .badFile, .badRequest: self.init(.dataError, error.message)
        case .storage: self.init(.ioError, error.message)
        case .busy: self.init(.temporaryFailure, error.message)
        }
    }

    init(_ error: AdminClient.Failure) {
        switch error {
        case .storage(let error): self.init(error)
        case .noAnswer(let folder, let reason):
            self.init(
                .temporaryFailure,
                "the data folder \(folder) is in use, and no hub answers at its admin socket: \(reason)"
            )
        }
    }
}
