import Bytes
import HTTP1
import HubProtocol
import Serving
import Storage

/// Which document is asked for, as it was when, and in which form ([DO21] to [DO23]).
struct DocumentQuestion: Sendable, Equatable {
    enum Form: Sendable {
        /// JSON, for people and programs that know nothing of Yjs.
        case content
        /// The update of Yjs that says all.
        case update
    }

    let room: RoomName
    let document: DocumentName
    /// Nil for the newest.
    let at: Seq?
    let form: Form
}

/// What the API says of documents.
extension Routes {
    /// Documents that one page of the list names; who wants more asks for those behind the last ([DO20]).
    private static let listedDocuments = 1_000

    /// What is asked of `/api/v1/rooms/NAME/docs`, with `/` and the document's name behind it or without.
    static func documents(_ room: RoomName, _ target: RequestTarget) -> Result<HTTPQuestion, HTTPError> {
        let segments = target.segments.dropFirst(5)
        guard segments.contains(where: { !$0.isEmpty }) else {
            return .success(.documentsOf(room, after: target.query.first { $0.name == "after" }?.value ?? ""))
        }
        guard let document = DocumentName(segments.joined(separator: "/")) else {
            return .failure(Routes.noDocumentName)
        }
        var at: Seq?
        if let item = target.query.first(where: { $0.name == "at" }) {
            guard let seq = UInt64(item.value).flatMap({ Seq($0) }) else {
                return .failure(HTTPError(400, "'at' must be a seq."))
            }
            at = seq
        }
        let form: DocumentQuestion.Form
        switch target.query.first(where: { $0.name == "format" })?.value {
        case nil, "json": form = .content
        case "update": form = .update
        default: return .failure(HTTPError(400, "'format' must be 'json' or 'update'."))
        }
        return .success(
            .documentOf(DocumentQuestion(room: room, document: document, at: at, form: form)))
    }

    /// What the log is asked when the room is known; an answer where there is nothing to ask.
    static func request(
        _ question: DocumentQuestion, of room: RoomSummary
    ) -> Result<LogReader.Request, HTTPAnswerError> {
        let seq = question.at ?? room.head
        guard seq <= room.head else {
            return .failure(
                HTTPAnswerError(400, "Op \(seq.number) is not there yet: the newest is \(room.head.number)."))
        }
        guard seq >= room.trimmed else {
            return .failure(
                HTTPAnswerError(
                    404,
                    "What was before op \(room.trimmed.number) was compacted away: no state of then is known."
                ))
        }
        switch question.form {
        case .content: return .success(.content(room.id, question.document, at: seq))
        case .update: return .success(.document(room.id, question.document, at: seq))
        }
    }

    static func request(documentsOf room: RoomSummary, after: String) -> LogReader.Request {
        .documents(room.id, after: after, limit: listedDocuments)
    }

    // MARK: Answers

    static func answer(_ documents: [DocumentSummary]) -> HTTPAnswer {
        var out = Array(#"{"docs":["#.utf8)
        for (index, document) in documents.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            out += Array(#"{"name":"#.utf8)
            out.appendJSON(document.name.text)
            out += Array(#","seq":\#(document.seq.number),"bytes":\#(document.bytes)}"#.utf8)
        }
        out += Array("]}".utf8)
        return .json(200, out)
    }

    static func answer(_ content: DocumentContent?, of document: DocumentName) -> HTTPAnswer {
        guard let content else { return noDocument }
        guard let json = content.json else {
            return .error(
                413, "The document is too large, or nested too deep, to be shown: ask for '?format=update'.")
        }
        var out = Array(#"{"doc":"#.utf8)
        out.appendJSON(document.text)
        out += Array(#","seq":\#(content.seq.number),"content":"#.utf8)
        out += json
        out.append(UInt8(ascii: "}"))
        return .json(200, out)
    }

    static func answer(_ state: DocumentState?) -> HTTPAnswer {
        guard let state else { return noDocument }
        return HTTPAnswer(
            status: 200,
            headers: [
                "Content-Type": "application/octet-stream", "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff", "Content-Disposition": "attachment",
            ], body: state.update)
    }

    private static let noDocument = HTTPAnswer.error(404, "There is no such document, or was none then.")
}

/// An error that is told when the log was asked already.
struct HTTPAnswerError: Error, Equatable {
    let status: Int
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}
