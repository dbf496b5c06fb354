/// The name of a room: data, whatever it says, within the bounds of [CN2].
public struct RoomName: Hashable, Sendable {
    public let text: String

    /// The longest name in bytes of UTF-8; it fits a URL and a file name with room to spare.
    public static let longest = 128

    /// Nil when the name is empty, too long, has a control character or `/`, or is `.` or `..`.
    public init?(_ text: String) {
        guard (1...RoomName.longest).contains(text.utf8.count), text != ".", text != ".." else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }) else {
            return nil
        }
        self.text = text
    }

    public static func == (left: RoomName, right: RoomName) -> Bool {
        left.text.isExactly(right.text)
    }

    public func hash(into hasher: inout Hasher) {
        text.hashExactly(into: &hasher)
    }
}
