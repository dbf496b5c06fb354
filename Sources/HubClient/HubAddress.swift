internal import HTTP1
public import HubProtocol
internal import Sockets

/// Where a room is: `ws://HOST:PORT/rooms/NAME`.
///
/// It does not look the host up.
public struct HubAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or an IP address, without brackets.
    public let host: String
    public let port: UInt16
    public let room: RoomName

    public init(host: String, port: UInt16, room: RoomName) {
        self.host = host
        self.port = port
        self.room = room
    }

    /// Reads an address. `http` is taken for `ws`: it is what a hub's redirect says.
    public init(parsing text: String) throws(HubClientError) {
        guard let colon = text.range(of: "://") else {
            throw .badAddress("\"\(text)\" is no address of a room; write ws://HOST:PORT/rooms/NAME")
        }
        switch text[..<colon.lowerBound].lowercased() {
        case "ws", "http": break
        case "wss", "https":
            throw .badAddress("\"\(text)\": encrypted connections are not in this version; write ws://")
        default:
            throw .badAddress("\"\(text)\" does not begin with ws://")
        }
        let rest = text[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        (host, port) = try HubAddress.authority(authority, of: text)
        room = try HubAddress.room(rest.dropFirst(authority.count), of: text)
    }

    private static func authority(
        _ authority: Substring, of text: String
    ) throws(HubClientError) -> (host: String, port: UInt16) {
        let hasPort = authority.contains(":") && !authority.hasSuffix("]")
        let parts: (host: String, port: UInt16)
        do {
            parts = try SocketAddress.split(hasPort ? String(authority) : "\(authority):80")
        } catch {
            throw .badAddress(error.description)
        }
        // A host goes into the request as it is, so nothing may be in it that could end a line or a name.
        let isPlain = parts.host.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && !"\"%/<>?@[\\]^`{|}#".utf8.contains($0)
        }
        guard !parts.host.isEmpty, isPlain else {
            throw .badAddress("\"\(text)\" names no host that can be looked up")
        }
        return parts
    }

    private static func room(_ path: Substring, of text: String) throws(HubClientError) -> RoomName {
        let prefix = "/rooms/"
        guard path.hasPrefix(prefix), !path.contains("?"), !path.contains("#") else {
            throw .badAddress("\"\(text)\" names no room; its path must be /rooms/NAME, percent-encoded")
        }
        guard let name = PercentEncoding.decode(path.dropFirst(prefix.count)), let room = RoomName(name)
        else {
            throw .badAddress("\"\(text)\" ends in no name that a room can have")
        }
        return room
    }

    /// What the request's `Host` says.
    var authority: String {
        (host.contains(":") ? "[\(host)]" : host) + (port == 80 ? "" : ":\(port)")
    }

    /// What is asked for.
    var path: String { "/rooms/" + PercentEncoding.encode(room.text) }

    public var description: String { "ws://" + authority + path }
}

extension StringProtocol {
    /// Where `separator` stands first; the standard library has it only for collections' elements.
    fileprivate func range(of separator: String) -> Range<Index>? {
        var at = startIndex
        while at < endIndex {
            if self[at...].hasPrefix(separator) {
                return at..<index(at, offsetBy: separator.count)
            }
            at = index(after: at)
        }
        return nil
    }
}
