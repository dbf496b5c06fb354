import Bytes
import HTTP1
import HubProtocol
import Serving
import Storage

/// The paths that are not files, and what their answers look like ([HT1] to [HT4]).
enum Routes {
    /// Ops that one reading of the HTTP log has when it names no limit, and at most.
    private static let defaultLogLimit: UInt64 = 1_000
    private static let largestLogLimit: UInt64 = 10_000
    /// Rooms that the list names at most; it is for people to look at.
    static let listedRooms = 1_000

    static let healthy: [UInt8] = Array(#"{"status":"ok"}"#.utf8)
    static let unhealthy: [UInt8] = Array(#"{"status":"the log can't be written"}"#.utf8)

    /// The room whose socket is asked for; an error if its name is none; nil if the path is another.
    static func roomSocket(_ target: RequestTarget) -> Result<RoomName, HTTPError>? {
        let segments = withoutTrailingSlash(target)
        guard segments.first == "rooms", segments.count == 2 else { return nil }
        return room(segments[1])
    }

    /// The document whose socket is asked for ([DO6]); nil if the path is another.
    static func documentSocket(_ target: RequestTarget) -> Result<DocumentPlace, HTTPError>? {
        guard target.segments.first == "yjs", target.segments.count > 2 else { return nil }
        return room(target.segments[1]).flatMap { room in
            guard let document = DocumentName(target.segments[2...].joined(separator: "/")) else {
                return .failure(noDocumentName)
            }
            return .success(DocumentPlace(room: room, document: document))
        }
    }

    static let noDocumentName = HTTPError(
        400, "A document's name has 1 to \(DocumentName.longest) bytes and no control characters.")

    /// What is asked of the log; nil if the path is another.
    static func question(_ target: RequestTarget) -> Result<HTTPQuestion, HTTPError>? {
        let segments = withoutTrailingSlash(target)
        guard segments.starts(with: ["api", "v1"]) else { return nil }
        guard segments.count > 2, segments[2] == "rooms" else {
            return .failure(HTTPError(404, "There is no such thing in the API."))
        }
        switch segments.count {
        case 3: return .success(.rooms)
        case 4: return room(segments[3]).map { .room($0) }
        case 5 where segments[4] == "log": return room(segments[3]).flatMap { logQuestion($0, target) }
        case 5... where segments[4] == "docs": return room(segments[3]).flatMap { documents($0, target) }
        default: return .failure(HTTPError(404, "There is no such thing in the API."))
        }
    }

    private static func withoutTrailingSlash(_ target: RequestTarget) -> [String] {
        target.segments.count > 1 && target.segments.last == "" ? target.segments.dropLast() : target.segments
    }

    private static func room(_ text: String) -> Result<RoomName, HTTPError> {
        guard let name = RoomName(text) else {
            return .failure(
                HTTPError(400, "A room's name has 1 to 128 bytes, no '/' and no control characters."))
        }
        return .success(name)
    }

    private static func logQuestion(_ room: RoomName, _ target: RequestTarget) -> Result<
        HTTPQuestion, HTTPError
    > {
        guard let after = number("after", target, otherwise: 0).flatMap({ Seq($0) }) else {
            return .failure(HTTPError(400, "'after' must be a seq."))
        }
        guard let limit = number("limit", target, otherwise: defaultLogLimit) else {
            return .failure(HTTPError(400, "'limit' must be a whole number from 0 on."))
        }
        return .success(.logOf(room, after: after, limit: Int(min(limit, largestLogLimit))))
    }

    private static func number(_ name: String, _ target: RequestTarget, otherwise: UInt64) -> UInt64? {
        guard let item = target.query.first(where: { $0.name == name }) else { return otherwise }
        return UInt64(item.value)
    }
}

extension HTTPQuestion {
    /// What the log is asked first.
    var request: LogReader.Request {
        switch self {
        case .rooms: .summaries(limit: Routes.listedRooms)
        case .room(let name), .logOf(let name, _, _), .documentsOf(let name, _): .summary(name)
        case .documentOf(let question): .summary(question.room)
        case .log: preconditionFailure("the log's ops are asked for by the room's id")
        }
    }
}

extension Routes {
    /// - Parameter present: the number of participants in a room.
    static func answer(_ log: LogReader.Answer, present: (RoomName) -> Int) -> HTTPAnswer {
        switch log {
        case .summaries(let summaries):
            var out = Array(#"{"rooms":["#.utf8)
            for (index, summary) in summaries.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                append(summary, present: present(summary.name), to: &out)
            }
            out += Array("]}".utf8)
            return .json(200, out)
        case .summary(let summary?):
            var out: [UInt8] = []
            append(summary, present: present(summary.name), to: &out)
            return .json(200, out)
        case .summary(nil): return .error(404, "There is no such room.")
        case .ops(let ops): return lines(ops)
        case .documents(let documents): return answer(documents)
        case .document(let state): return answer(state)
        case .failed: return .error(503, "The log can't be read now.")
        default: preconditionFailure("no request asks for that")
        }
    }

    private static func append(_ summary: RoomSummary, present: Int, to out: inout [UInt8]) {
        out += Array(#"{"name":"#.utf8)
        out.appendJSON(summary.name.text)
        out += Array(#","epoch":"#.utf8)
        out.appendJSON(summary.epoch)
        out += Array(#","head":\#(summary.head.number),"members":\#(present),"at":\#(summary.at)}"#.utf8)
    }

    /// One envelope a line. A line break in JSON text is always white space between its tokens ([HT3]).
    private static func lines(_ ops: [LoggedOp]) -> HTTPAnswer {
        var out: [UInt8] = []
        for op in ops {
            for byte in MessageCodec.encode(Envelope(op)) {
                out.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte)
            }
            out.append(0x0A)
        }
        return HTTPAnswer(
            status: 200, headers: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"],
            body: out)
    }
}
