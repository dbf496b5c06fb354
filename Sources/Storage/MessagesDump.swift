internal import Bytes
public import HubProtocol

/// A dump of the `messages` collection of chat.os, the program that ChatOS began as: a JSON document a line,
/// as `mongoexport` writes it, with the ops of all rooms.
///
/// The collection kept a named op in the place of its first version, so a room's ops are put in the order of
/// their times. It holds 40 bytes an op, not the ops; and it writes nothing.
public final class MessagesDump {
    /// In the order in which the file first names them.
    public private(set) var rooms: [RoomName] = []

    private let file: ByteFile
    private var places: [RoomName: [Place]] = [:]

    /// Where an op lies in the file.
    private struct Place {
        let at: Int64
        let offset: UInt64
        let length: Int
        let line: Int
    }

    /// Reads the whole file once, and finds in it whatever can't be imported.
    public init(path: String) throws(SessionFileError) {
        do throws(StorageError) {
            file = try ByteFile.read(path)
        } catch {
            throw .storage(error)
        }
        guard file.size != nil else {
            let reason = "a dump is read twice, so it must be a file; pipes and their like are read once"
            throw .malformed(path: path, line: 1, reason: reason)
        }
        var lines = LineReader(file)
        var newest: [RoomName: Int64] = [:]
        while let line = try next(&lines) {
            guard !line.allSatisfy({ $0 == 0x0D || $0 == 0x20 }) else { continue }
            do throws(SessionLineError) {
                let message = try DumpedMessage(line, after: newest)
                newest[message.room] = message.at
                if places[message.room] == nil { rooms.append(message.room) }
                places[message.room, default: []].append(
                    Place(at: message.at, offset: lines.offset, length: line.count, line: lines.number))
            } catch {
                throw .malformed(path: path, line: lines.number, reason: error.reason)
            }
        }
        for room in rooms {
            places[room]?.sort { ($0.at, $0.line) < ($1.at, $1.line) }
        }
    }

    /// How many ops the room has in the dump.
    public func count(in room: RoomName) -> Int {
        places[room]?.count ?? 0
    }

    /// Hands a room's ops to `body` in the order of their times, numbered from 1, holding one at a time.
    public func forEachOp(in room: RoomName, _ body: (LoggedOp) throws -> Void) throws {
        var seq = Seq.none
        for place in places[room] ?? [] {
            let line = try file.read(at: place.offset, count: place.length)
            let message: DumpedMessage
            do throws(SessionLineError) {
                message = try DumpedMessage(line, after: [room: place.at])
            } catch {
                // It was read before, so it has been changed since.
                throw SessionFileError.malformed(path: file.path, line: place.line, reason: error.reason)
            }
            seq = seq.next
            try body(
                LoggedOp(
                    seq: seq, at: place.at, author: message.author, type: message.type, name: message.name,
                    resend: nil, payload: message.payload))
        }
    }

    private func next(_ lines: inout LineReader) throws(SessionFileError) -> [UInt8]? {
        do throws(LineReader.Failure) {
            return try lines.next()
        } catch {
            switch error {
            case .tooLong:
                let reason = "the line is longer than \(LineReader.longest) bytes"
                throw .malformed(path: file.path, line: lines.number, reason: reason)
            case .storage(let error): throw .storage(error)
            }
        }
    }
}
