import Foundation

@testable import chatos_torture

/// The built program, which lies beside the bundle with the tests.
enum BuiltProgram {
    static var path: String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "chatos-torture").path
    }

    /// A short run, whose rounds leave time for hundreds of ops.
    static func settings(seed: UInt64, rounds: Int) -> TortureSettings {
        TortureSettings(
            program: path, seed: seed, rounds: rounds, clients: 8, rooms: 2, actingMs: 300)
    }
}
