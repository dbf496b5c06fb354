import Rooms
import Serving

/// The members that a room speaks to, sorted by the loop that has their connections.
///
/// It is made anew when the members change; a list that has been given away never does.
struct Audience {
    let members: [MemberID]
    /// The tokens of those on this loop.
    let own: [UInt64]
    /// Those of the others, for each loop that has some.
    let others: [(loop: Int, tokens: [UInt64])]

    /// - Parameter loop: this one.
    init(_ members: [MemberID] = [], on loop: Int = 0) {
        self.members = members
        var tokens: [Int: [UInt64]] = [:]
        for member in members {
            tokens[ConnectionLoop.number(ofToken: member.number), default: []].append(member.number)
        }
        own = tokens.removeValue(forKey: loop) ?? []
        others = tokens.sorted { $0.key < $1.key }.map { (loop: $0.key, tokens: $0.value) }
    }
}
