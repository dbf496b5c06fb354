import HubClient
import HubProtocol

/// The connections of those who play a session's authors, in one room.
///
/// It does not know in which order they act.
final class Cast {
    private let address: HubAddress
    private var performers: [ExactAuthor: Performer] = [:]
    /// By the participant's id in the file: authors that share one are one participant in the copy too
    /// ([ID1]).
    private var tokens: [[UInt8]: String] = [:]
    private let run = String(UInt64.random(in: .min ... .max), radix: 36)
    private var opened = 0

    /// Connections at a time; as many descriptors as most systems give a program without asking.
    static let connectionsMax = 1_000

    init(_ address: HubAddress) {
        self.address = address
    }

    subscript(author: ExactAuthor) -> Performer? { performers[author] }

    /// The author's connection, made if there is none; it may not be ready yet.
    func performer(of author: Author) throws -> Performer {
        try performers[ExactAuthor(author)] ?? open(author)
    }

    /// A new connection in place of the author's old one, which is left for the caller to close.
    func open(_ author: Author) throws -> Performer {
        let key = ExactAuthor(author)
        guard performers[key] != nil || performers.count < Cast.connectionsMax else {
            throw Failure(
                .dataError, "more than \(Cast.connectionsMax) authors are there at a time, each a connection")
        }
        opened += 1
        // No two connections ever share an outbox, so nothing that is sent here is taken for a re-send
        // ([ID4]).
        let hello = Hello(
            name: author.name, client: "replay-\(run)-\(opened)", token: tokens[key.id], quiet: true)
        let (connection, welcome) = try RoomConnection.enter(address, hello)
        let performer = Performer(author, connection, welcome)
        performers[key] = performer
        tokens[key.id] = welcome.token
        try performer.takeAll()
        return performer
    }

    /// Reads what has come on all connections, and waits at most so long for it.
    func read(timeoutMs: Int) throws(HubClientError) {
        try RoomConnection.wait(for: performers.values.map(\.connection), timeoutMs: timeoutMs)
        for performer in performers.values { try performer.takeAll() }
    }

    /// Closes the connections of a participant. They are quiet, so no op tells of it ([PR2]).
    func dismiss(participant id: [UInt8]) {
        for (key, performer) in performers where key.id == id {
            performer.connection.close()
            performers[key] = nil
        }
    }

    func dismissAll() {
        for performer in performers.values { performer.connection.close() }
        performers = [:]
    }
}
