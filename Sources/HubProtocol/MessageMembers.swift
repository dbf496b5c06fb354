import Bytes

/// Where the members that decide what a message is lie in its bytes. A later one of the same key replaces an
/// earlier ([CN4]).
///
/// What only one kind of message has is looked up when that kind is read, by ``find(_:in:)``.
struct MessageMembers {
    var hub: JSONMember?
    var type: JSONMember?
    var name: JSONMember?
    var persist: JSONMember?
    var id: JSONMember?
    var schedule: JSONMember?
    var active: JSONMember?
    var firedBy: JSONMember?

    /// Keeps `member` if its key is one of these.
    mutating func note(_ member: JSONMember, in bytes: RawSpan) {
        guard let key = member.key else { return }
        if JSONText.equals("type", in: bytes, at: key) {
            type = member
        } else if JSONText.equals("name", in: bytes, at: key) {
            name = member
        } else if JSONText.equals("id", in: bytes, at: key) {
            id = member
        } else if JSONText.equals("hub", in: bytes, at: key) {
            hub = member
        } else if JSONText.equals("persist", in: bytes, at: key) {
            persist = member
        } else if JSONText.equals("schedule", in: bytes, at: key) {
            schedule = member
        } else if JSONText.equals("active", in: bytes, at: key) {
            active = member
        } else if JSONText.equals("firedBy", in: bytes, at: key) {
            firedBy = member
        }
    }

    /// The last member of that key in a message that has been scanned before.
    static func find(_ key: StaticString, in bytes: RawSpan) -> JSONMember? {
        var found: JSONMember?
        _ = try? JSONScanner.scan(bytes) { member in
            if let memberKey = member.key, JSONText.equals(key, in: bytes, at: memberKey) { found = member }
        }
        return found
    }
}
