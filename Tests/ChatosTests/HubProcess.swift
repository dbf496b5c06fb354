import Foundation
import Glibc
import HubClient
import HubProtocol
import TestSupport

/// `chatos serve` on a free port, with folders that go with it.
final class HubProcess {
    let data: String
    let web: String
    /// Such as `127.0.0.1:41234`.
    private(set) var authority = ""
    private var process = Process()
    private let folder: TemporaryFolder
    private let more: [String]

    /// - Parameter more: further words of the command line.
    init(more: [String] = []) throws {
        folder = try TemporaryFolder()
        data = folder.path + "/data"
        web = try HubProcess.web(in: folder)
        self.more = more
        try start()
    }

    private func start() throws {
        let output = Pipe()
        process = Chatos.process(
            ["serve", "--listen", "127.0.0.1:0", "--data", data, "--web", web] + more)
        process.standardOutput = output
        try process.run()
        // It says where it is once it listens.
        var said = ""
        while !said.contains("\n") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw HubClientError.unreachable("the hub ended early") }
            said += String(decoding: piece, as: UTF8.self)
        }
        authority = String(said.drop { !$0.isNumber }.prefix { $0 != "/" })
    }

    deinit {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    /// Ends it as a crash does, by SIGKILL, and starts it anew with the same folders.
    func crashAndStart() throws {
        kill()
        try start()
    }

    /// A folder with a page, without which no hub starts.
    static func web(in folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/web"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("<!doctype html>".utf8).write(to: URL(filePath: path + "/index.html"))
        return path
    }

    /// Asks it by SIGTERM to stop.
    ///
    /// - Returns: its exit code, nil if it did not end in `seconds`.
    func stop(within seconds: Double) -> Int32? {
        process.terminate()
        let deadline = Date(timeIntervalSinceNow: seconds)
        while process.isRunning, Date() < deadline { usleep(5_000) }
        return process.isRunning ? nil : process.terminationStatus
    }

    /// Ends it as a power cut would, but for what the system had already.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func url(_ room: String) -> String { "ws://\(authority)/rooms/\(room)" }

    func enter(_ room: String, _ hello: Hello) throws -> RoomConnection {
        try RoomConnection.enter(try HubAddress(parsing: url(room)), hello).0
    }

    func export(_ room: String) throws -> Session {
        let ended = try Chatos.run("export", "--data", data, "--", room)
        return Session(ended.output)
    }
}

extension RoomConnection {
    /// Sends an op and waits for its envelope, so that what is said next comes after it.
    func say(_ op: String) throws {
        let value = op.trimmingCharacters(in: .whitespacesAndNewlines)
        try send(Array(op.utf8))
        while let message = try receive(timeoutMs: 10_000) {
            switch message {
            case .envelope(let envelope) where envelope.payload.bytes == Array(value.utf8): return
            case .error(let error): throw error
            case .welcome, .reset, .ready, .done, .envelope, .document: continue
            }
        }
        throw HubClientError.timedOut("the acknowledgement of \(op)")
    }
}
