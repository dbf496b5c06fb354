import HTTP1
import HubProtocol
import Serving

/// The pages: files of the web folder, the page of a room, and the frame of its tools, each with its headers.
///
/// It answers what is about files; rooms, the API and hosts are the loop's.
final class Pages {
    private var files: StaticFiles
    private var frame: FramePage

    /// What a room's page has in the place of the frame's address.
    private static let realmMark = "{{realm}}"
    /// And in the place of what the operator lets tools show.
    private static let mediaMark = "{{media}}"
    private static let framePath = "/frame.html"

    private let grants: [MediaGrant]

    /// - Parameter folder: the web folder, with the realm's in `realm/`, and in `shared/` what both have.
    init(folder: String, now: UInt64, grants: [MediaGrant] = []) {
        self.grants = grants
        files = StaticFiles(folder: folder, now: now)
        frame = FramePage(folder: folder + "/realm", shared: folder + "/shared")
    }

    /// The page in which tools run; nil if another is asked for.
    ///
    /// - Parameter shell: the host of the pages that may show it.
    func frame(_ request: RequestHead, shell: String, now: UInt64) -> HTTPAnswer? {
        guard request.path == Pages.framePath else { return nil }
        guard let answer = frame.answer(request) else { return Pages.notFound }
        let asked = request.target.query.filter { $0.name == "media" }.map(\.value)
        guard let media = MediaSource.all(in: asked) else {
            return .error(
                400, "'media' is an origin such as https://pictures.example, sixteen times at most.")
        }
        return answer.adding(SecurityHeaders.realm(shell: shell, media: media))
    }

    /// Anything that the shell's host serves out of the web folder.
    ///
    /// - Parameter realm: the origin of the frame that a room's page shows.
    func shell(_ request: RequestHead, realm: String, now: UInt64) -> HTTPAnswer {
        let answer = page(request, frame: realm + Pages.framePath, now: now) ?? Pages.notFound
        return answer.adding(SecurityHeaders.shell(frame: realm + Pages.framePath))
    }

    private func page(_ request: RequestHead, frame: String, now: UInt64) -> HTTPAnswer? {
        var segments = request.target.segments
        if segments.count > 1, segments.last == "" { segments.removeLast() }
        switch segments.first {
        case "" where segments.count == 1: return files.answer(request, path: "/index.html", now: now)
        case "r" where segments.count == 2: return room(request, frame: frame, now: now)
        // These have addresses of their own, and headers of their own.
        case "realm", "room.html", "index.html": return nil
        default:
            // An encoded slash hides the folder in one segment.
            guard !request.path.hasPrefix("/realm/") else { return nil }
            return files.answer(request, path: request.path, now: now)
        }
    }

    /// The page of a room: whether there is such a room is for its socket to say.
    private func room(_ request: RequestHead, frame: String, now: UInt64) -> HTTPAnswer? {
        guard let template = files.content(path: "/room.html", now: now) else { return nil }
        let name = request.target.segments.count > 1 ? request.target.segments[1] : ""
        let media = grants.filter { $0.room.map { $0.text == name } ?? true }.map(\.source.origin)
        let bytes = Pages.filling(
            Pages.realmMark,
            in: Pages.filling(Pages.mediaMark, in: template.bytes, media.joined(separator: " ")),
            frame)
        return StoredContent(bytes: bytes, type: template.type).answer(to: request)
    }

    /// The template with `text` in the place of the first `mark`; as it was where there is none.
    private static func filling(_ mark: String, in template: [UInt8], _ text: String) -> [UInt8] {
        guard let place = template.firstRange(of: Array(mark.utf8)) else { return template }
        return Array(template[..<place.lowerBound] + Array(text.utf8) + template[place.upperBound...])
    }

    private static let notFound = HTTPAnswer.error(404, "There is no such page.")
}
