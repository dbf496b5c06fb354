import HubProtocol

/// The documents of a room that somebody has open, or wants to have.
///
/// It only keeps them; what happens in them is the room's to decide.
struct Documents {
    /// A member that waits for a document to be read, with what it said.
    struct Waiting {
        let member: MemberID
        let body: [UInt8]
    }

    enum Place {
        case loading(waiting: [Waiting])
        case open(OpenDocument)
    }

    /// Updates of one author that are applied and have no seq yet: they become one op.
    struct Unlogged {
        let name: DocumentName
        let member: MemberID
        let author: Author
        var updates: [[UInt8]]
        var bytes: Int
    }

    private(set) var places: [DocumentName: Place] = [:]
    /// Which documents a member has open or waits for.
    private var opened: [MemberID: [DocumentName]] = [:]
    /// Connections that are there for one document alone ([DO6]).
    private var single: [MemberID: DocumentName] = [:]
    private var refusals: [MemberID: Int] = [:]
    var unlogged: Unlogged?
    /// When to look next for states that were not renewed; nil while there are none.
    var nextCheck: Int64?

    subscript(name: DocumentName) -> OpenDocument? {
        guard case .open(let document) = places[name] else { return nil }
        return document
    }

    var open: [(name: DocumentName, document: OpenDocument)] {
        places.compactMap { name, place in
            guard case .open(let document) = place else { return nil }
            return (name, document)
        }
    }

    mutating func set(_ name: DocumentName, _ place: Place?) {
        places[name] = place
    }

    // MARK: Members

    func isSingle(_ member: MemberID) -> Bool { single[member] != nil }

    mutating func enterSingle(_ member: MemberID, _ name: DocumentName) {
        single[member] = name
    }

    func opened(by member: MemberID) -> [DocumentName] { opened[member] ?? [] }

    mutating func note(_ member: MemberID, opens name: DocumentName) {
        opened[member, default: []].append(name)
    }

    mutating func note(_ member: MemberID, closes name: DocumentName) {
        guard var names = opened[member] else { return }
        names.removeAll { $0 == name }
        opened[member] = names.isEmpty ? nil : names
    }

    /// Counts what was refused to a member.
    mutating func noteRefusal(_ member: MemberID) -> Int {
        refusals[member, default: 0] += 1
        return refusals[member] ?? 0
    }

    mutating func forget(_ member: MemberID) {
        opened[member] = nil
        single[member] = nil
        refusals[member] = nil
    }
}
