import HubProtocol
import Rooms

/// Which member plays which author of a session, and whom of them the room counts as present.
///
/// It hands out numbers and keeps lists; the player says the words.
struct Cast {
    /// An author's connection with an outbox of its own ([ID4]): a file does not say from which of a
    /// participant's tabs an op came, only that two of them chose the same id.
    struct Role: Hashable {
        /// The author's key as bytes, since Swift takes some texts for the same that are not.
        let author: [UInt8]
        let outbox: Int

        init(author: String, outbox: Int = 0) {
            self.author = Array(author.utf8)
            self.outbox = outbox
        }
    }

    private var members: [Role: MemberID] = [:]
    private var lastNumber: UInt64 = 0
    /// The announced member of each participant that is present.
    var announced: [String: MemberID] = [:]

    func member(_ role: Role) -> MemberID? {
        members[role]
    }

    /// A member that plays nobody.
    mutating func extra() -> MemberID {
        lastNumber += 1
        return MemberID(lastNumber)
    }

    mutating func engage(_ role: Role) -> MemberID {
        let member = extra()
        members[role] = member
        return member
    }

    /// Ends all engagements.
    /// - Returns: who has to leave the room.
    mutating func dismiss() -> [MemberID] {
        defer {
            members = [:]
            announced = [:]
        }
        return Array(members.values)
    }
}
