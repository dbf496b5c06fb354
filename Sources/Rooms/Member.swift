import HubProtocol

/// What a room knows of one connection.
struct Member {
    /// What a member has under way: its ops that are not shown yet, and its questions that are not answered.
    struct Load {
        // Both are far below their bounds: a member that has too many is held back.
        var ops: Int32 = 0
        var questions: Int32 = 0
        /// The payloads of those ops.
        var bytes = 0

        func isFull(_ limits: RoomLimits) -> Bool {
            ops >= limits.inFlightOps || bytes >= limits.inFlightBytes || questions >= limits.questions
        }

        mutating func add(_ payload: Payload) {
            ops += 1
            bytes += payload.bytes.count
        }

        mutating func remove(_ payload: Payload) {
            ops -= 1
            bytes -= payload.bytes.count
        }
    }

    // In this order they leave no room between them; a room has one for each of thousands.
    let author: Author
    /// The name of its outbox, `""` if it gave none.
    let client: String
    var load = Load()
    /// The newest seq that a resuming member was sent while the log is read for more; nil when it is live.
    var catchUp: Seq?
    /// Its coming and going are its own to announce ([PR2]).
    let isQuiet: Bool
    var isAnnounced = false
    /// The room can't recognise yet what it may send again.
    var awaitsResends = false
    /// A document that it opened is being read.
    var awaitsDocument = false
    /// Whether the hub was told to take nothing more from it until some of its load is gone.
    var isHeld = false

    init(author: Author, client: String, isQuiet: Bool) {
        self.author = author
        self.client = client
        self.isQuiet = isQuiet
    }
}
