import Foundation
import YCRDT

/// Another implementation of Yjs in a process of its own, asked by lines of JSON.
final class Peer {
    enum Kind: String, CaseIterable {
        case yjs, pycrdt
    }

    struct Failure: Error {
        var text: String
    }

    private let process = Process()
    private let input: FileHandle
    private let output: FileHandle
    private var unread: [UInt8] = []

    /// Where the repository is, by where this file is.
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Nil where the implementation is not installed.
    init?(_ kind: Kind) {
        let environment = ProcessInfo.processInfo.environment
        let peers = Peer.repository + "/Tests/Peers/"
        let check: [String]
        switch kind {
        case .yjs:
            process.arguments = ["node", peers + "yjs_peer.cjs"]
            check = ["node", "-e", "require('yjs')"]
        case .pycrdt:
            let python = environment["PYCRDT_PYTHON"] ?? Peer.repository + "/.setup/venv/bin/python"
            process.arguments = [python, peers + "pycrdt_peer.py"]
            check = [python, "-c", "import pycrdt"]
        }
        var own = environment
        // Where Debian puts the packages of node, in which node of another origin does not look.
        own["NODE_PATH"] = [environment["NODE_PATH"], "/usr/share/nodejs"].compactMap(\.self).joined(
            separator: ":")
        guard Peer.runs(check, own) else { return nil }
        let toPeer = Pipe()
        let fromPeer = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.environment = own
        process.standardInput = toPeer
        process.standardOutput = fromPeer
        input = toPeer.fileHandleForWriting
        output = fromPeer.fileHandleForReading
        do { try process.run() } catch { return nil }
    }

    deinit {
        try? input.close()
        process.terminate()
        process.waitUntilExit()
    }

    private static func runs(_ command: [String], _ environment: [String: String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Whether an implementation can be had here.
    static func isInstalled(_ kind: Kind) -> Bool { Peer(kind) != nil }

    func ask(_ command: AnyValue) throws -> [String: AnyValue] {
        try input.write(contentsOf: Data((command.json + "\n").utf8))
        let line = try readLine()
        guard case .object(let answer)? = AnyValue(json: line) else {
            throw Failure(text: "no answer: \(line)")
        }
        if case .string(let text)? = answer["error"] { throw Failure(text: text) }
        return answer
    }

    private func readLine() throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                return line
            }
            let more = output.availableData
            guard !more.isEmpty else { throw Failure(text: "the peer has ended") }
            unread.append(contentsOf: more)
        }
    }
}

extension AnyValue {
    /// Bytes as the peers write them in JSON.
    static func hex(_ bytes: [UInt8]) -> AnyValue {
        let digits = Array("0123456789abcdef".utf8)
        return .string(
            String(
                decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self))
    }

    var bytes: [UInt8] {
        guard case .string(let text) = self else { return [] }
        let digits = text.utf8.map { $0 >= 97 ? $0 - 87 : $0 - 48 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    subscript(key: String) -> AnyValue? {
        if case .object(let members) = self { return members[key] }
        return nil
    }

    var text: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    var int: Int? {
        if case .number(let number) = self { return Int(number) }
        return nil
    }
}
