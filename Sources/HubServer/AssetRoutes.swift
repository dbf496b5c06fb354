import HTTP1
import HubProtocol

/// What a request wants of the files of a room.
enum AssetWish: Equatable {
    case list(RoomName)
    case read(RoomName, AssetHash)
    case keep(RoomName)
}

/// The paths of files ([AS1]).
enum AssetRoutes {
    /// Nil if the path is another; an error says what is wrong with one that is meant for files.
    static func wish(_ request: RequestHead) -> Result<AssetWish, HTTPError>? {
        let segments = request.target.segments
        guard segments.starts(with: ["api", "v1", "rooms"]), segments.count > 4, segments[4] == "assets"
        else { return nil }
        guard let room = RoomName(segments[3]) else {
            return .failure(
                HTTPError(400, "A room's name has 1 to 128 bytes, no '/' and no control characters."))
        }
        let isReading = request.method == "GET" || request.method == "HEAD"
        switch segments.count {
        case 5,
            6 where segments[5] == "":
            guard request.method != "POST" else { return .success(.keep(room)) }
            return isReading ? .success(.list(room)) : .failure(HTTPError(405, "GET, HEAD and POST only."))
        case 6:
            guard isReading else { return .failure(HTTPError(405, "GET and HEAD only.")) }
            guard let hash = AssetHash(segments[5]) else {
                return .failure(
                    HTTPError(400, "An asset's name is the 64 hexadecimal digits of its SHA-256."))
            }
            return .success(.read(room, hash))
        default: return .failure(HTTPError(404, "There is no such thing in the API."))
        }
    }
}
