import HubProtocol
import Rooms
import Serving
import Storage
import WebSocket

/// What other threads tell a loop.
enum LoopMessage: Sendable {
    /// The outcome of a batch of jobs, by the number that ``LogAccess/flush()`` gave it.
    case written(batch: UInt64, [LogWriter.Outcome])
    /// What the log knows of a room; nil if there is no such room.
    case room(RoomName, RoomImage?)
    /// The log could not be read for a room.
    case unreadable(RoomName, reason: String)
    case answer(LogQuestion, RoomName, MemberID, [LoggedOp])
    /// What a room asked for itself: keys, or why they can't be read.
    case recalled(ResendQuestion, RoomName, LogReader.Answer)
    /// A document that a room asked for, in one of its openings.
    case loaded(DocumentName, opening: UInt64, RoomName, [UInt8]?)
    case httpAnswer(UInt64, LogReader.Answer, HTTPQuestion)
    /// A connection for a room whose home this loop is.
    case adopt(MovingConnection)
    case letter(Letter)
    /// Its log is about to be changed as a whole: nobody may be in the room. Told whether that is so.
    case hold(RoomName, Disconnect, @Sendable (Bool) -> Void)
    /// The change is done, or was refused.
    case release(RoomName)
    /// Something may be due in the room, whether anybody comes or not.
    case wake(RoomName)
    /// What came of an errand of a room's.
    case fetched(OutsideResponse, Errand)
    /// What the log says of files.
    case assets(AssetNews)
    case stop
}

/// What one loop has to tell another at the end of a turn.
struct Letter: Sendable {
    /// The number of the loop that wrote it.
    let from: Int
    let orders: [GuestOrder]
    let news: [GuestNews]
    /// Whether more for the same members is about to come; see ``ConnectionService/expectsMore``.
    let expectsMore: Bool
}

/// What a room's home has another loop do for a member there, its guest.
enum GuestOrder: Sendable {
    case send(ServerMessage, to: MemberID)
    /// An envelope for all of these, with its frame in the room's window where there is one.
    case broadcast([UInt8], SharedFrame?, to: [UInt64])
    case ask(LogQuestion, RoomID, for: MemberID)
    /// The last question asked has been answered by what was sent before this.
    case answered(MemberID)
    case pause(MemberID)
    case resume(MemberID)
    case close(MemberID, Disconnect)
    /// So many bytes of what the member said are dealt with.
    case taken(Int, from: MemberID)

    /// What it counts for in the bound on what is under way: the bytes that it keeps alive, and some for
    /// itself.
    var weight: Int {
        switch self {
        case .send(.envelope(let envelope), _): 128 + envelope.payload.bytes.count
        case .send(.document(let message), _): 128 + message.body.count
        case .broadcast(let payload, _, _): 128 + payload.count
        case .send, .ask, .answered, .pause, .resume, .close, .taken: 128
        }
    }
}

/// What a loop tells the home of a room about a guest of that room.
enum GuestNews: Sendable {
    case entered(Entry, RoomName)
    /// A message of so many bytes, or what was wrong with it: errors keep their place among the answers.
    case said(Result<ClientMessage, ProtocolError>, bytes: Int, MemberID)
    case left(MemberID)
    /// Orders of that weight have been carried out.
    case carriedOut(Int)
}
