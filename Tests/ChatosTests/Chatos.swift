import Foundation
import TestSupport

/// The built program, run as its users run it.
enum Chatos {
    struct Ended: Sendable {
        let code: Int32
        let output: String
        let errors: String

        /// What is said on standard error, which is one line or nothing.
        var line: String { errors.hasSuffix("\n") ? String(errors.dropLast()) : errors }
    }

    /// It lies beside the bundle with the tests.
    static var path: String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "chatos").path
    }

    static func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        return process
    }

    /// Runs it to its end. Its output goes over files, so that none of it can fill a pipe.
    static func run(_ arguments: String..., input: FileHandle? = nil) throws -> Ended {
        try run(arguments, input: input)
    }

    static func run(_ arguments: [String], input: FileHandle? = nil) throws -> Ended {
        let folder = try TemporaryFolder()
        let process = process(arguments)
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = try file(folder.path + "/output")
        process.standardError = try file(folder.path + "/errors")
        try process.run()
        process.waitUntilExit()
        return Ended(
            code: process.terminationStatus,
            output: try String(contentsOfFile: folder.path + "/output", encoding: .utf8),
            errors: try String(contentsOfFile: folder.path + "/errors", encoding: .utf8))
    }

    private static func file(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(filePath: path))
        return try FileHandle(forWritingTo: URL(filePath: path))
    }
}
