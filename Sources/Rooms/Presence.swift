import HubProtocol

/// Who is in a room: participants, each with the number of its announced connections.
///
/// It logs nothing; the room turns a first coming and a last going into ops.
struct Presence {
    private struct Person {
        var author: Author
        var connections: Int
        /// Grows with each arrival, so that lists come oldest first.
        let arrival: UInt64
    }

    private var people: [String: Person] = [:]
    private var arrivals: UInt64 = 0

    var count: Int { people.count }

    var participants: [Participant] {
        people.values.sorted { $0.arrival < $1.arrival }
            .map { Participant(author: $0.author, connections: $0.connections) }
    }

    /// - Returns: whether the participant was absent before.
    mutating func come(_ author: Author) -> Bool {
        if people[author.id] != nil {
            people[author.id]?.author = author
            people[author.id]?.connections += 1
            return false
        }
        arrivals += 1
        people[author.id] = Person(author: author, connections: 1, arrival: arrivals)
        return true
    }

    /// - Returns: whether that was the participant's last connection.
    mutating func go(_ participant: String) -> Bool {
        guard let person = people[participant] else { return false }
        if person.connections > 1 {
            people[participant]?.connections -= 1
            return false
        }
        people[participant] = nil
        return true
    }
}
