import HubProtocol
import Rooms
import Storage

/// What a WebSocket of this loop is there for: a connection at a room's door or in the room.
struct Visitor {
    /// Why nothing is taken from it for now; there may be several reasons.
    struct Holds: OptionSet {
        let rawValue: UInt8

        /// The room wants it.
        static let byRoom = Holds(rawValue: 1)
        /// What it said before, or what it said made others be told, is still on the way between loops.
        static let byDistance = Holds(rawValue: 2)
    }

    let room: RoomName
    /// The loop that decides for the room: this one, or another whose guest the member is here.
    let home: Int
    /// Questions for the log that are not asked yet, oldest first: one is asked at a time, when what the
    /// member was sent before has been read, so that it costs one answer's memory however much it asks.
    var questions: [(question: LogQuestion, room: RoomID)] = []
    /// Bytes of what it said that its room's home has not taken yet; 0 where this is the home.
    var untaken = 0
    /// Hello was said and taken.
    var isMember = false
    /// The log is reading the answer to one.
    var isAsking = false
    var holds: Holds = []

    /// Beyond so many bytes a guest has to wait until its home has taken some: the largest messages have
    /// twice as many, and then go one by one.
    static let untakenMost = 1 << 18

    init(room: RoomName, home: Int) {
        self.room = room
        self.home = home
    }
}
