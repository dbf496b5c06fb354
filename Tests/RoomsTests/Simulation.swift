import HubProtocol
import Rooms
import TestSupport

/// Many members doing anything in one room, over a log that commits, stalls, answers and fails as it likes,
/// and is taken away for maintenance.
///
/// It says nothing of what should happen; the ``Witness`` of each member does.
struct Simulation {
    private var random: SeededGenerator
    private let hub: Harness
    private var witnesses: [MemberID: Witness] = [:]
    /// Where those who left stood, so that somebody comes back there.
    private var leftAt: [UInt64] = [0]
    private var sent = 0
    /// Those who were in the room before, or are.
    private var participants = ["A", "B", "C", "D"]
    /// Nobody is in the room while its log is changed as a whole.
    private var isUnderMaintenance = false
    private(set) var complaints: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var limits = RoomLimits()
        limits.recentOps = Int.random(in: 1...8, using: &random)
        limits.resends = Simulation.recognised
        limits.resendsAtOnce = Int.random(in: 1...3, using: &random)
        limits.inFlightOps = 4
        limits.questions = 2
        hub = Harness(limits: limits)
        hub.page = Int.random(in: 1...4, using: &random)
        hub.opensAtOnce = Bool.random(using: &random)
        hub.recallsAtOnce = Bool.random(using: &random)
    }

    private static let recognised = 5

    /// Random steps, then a log that no longer stalls: in the end each member has all there is.
    mutating func run(steps: Int) throws {
        for _ in 0..<steps {
            try step()
            listen()
        }
        if isUnderMaintenance { hub.release() }
        while hub.openings.contains(.lobby) { hub.open() }
        repeat {
            while !hub.recalls.isEmpty { hub.recallFirst() }
            hub.answer()
            hub.commit()
        } while !hub.questions.isEmpty
        listen()
        let log = hub.logs[.lobby]?.durable ?? []
        let keys = log.compactMap(\.resend)
        for place in keys.indices
        where keys[..<place].suffix(Simulation.recognised).contains(keys[place]) {
            complaints.append("\(keys[place]) was logged again ([ID4])")
        }
        for (member, witness) in witnesses {
            complaints += witness.atTheEnd(of: log).map { "\(member.number) \($0)" }
            if hub.held.contains(member) { complaints.append("\(member.number) is still held") }
        }
    }

    private mutating func step() throws {
        switch Int.random(in: 0..<22, using: &random) {
        case 0...1: enter(after: nil)
        case 2...3: enter(after: leftAt.randomElement(using: &random))
        case 4...5: leave()
        case 6...12: try say()
        case 13: hub.write(Int.random(in: 1...4, using: &random))
        case 14...15: hub.commit(Int.random(in: 0...4, using: &random))
        case 16...17: answer()
        case 20...21: if !hub.recalls.isEmpty { hub.recallFirst() }
        case 18 where isUnderMaintenance: release()
        case 18: if hub.openings.contains(.lobby) { hub.open() }
        default:
            switch Int.random(in: 0..<6, using: &random) {
            case 0: fail()
            case 1: maintain()
            default: break
            }
        }
    }

    /// The writer gets the job behind what the room gave it before, so that all of that is written first.
    private mutating func maintain() {
        guard !isUnderMaintenance, hub.evict() else { return }
        isUnderMaintenance = true
        allAreClosed()
        hub.write()
    }

    private mutating func release() {
        isUnderMaintenance = false
        hub.release()
    }

    private mutating func enter(after: UInt64?) {
        guard witnesses.count < 8 else { return }
        hub.now += Int64.random(in: -2...5, using: &random)
        let isNew = Int.random(in: 0..<5, using: &random) == 0
        if isNew { participants.append("\(participants.count)") }
        let name = (isNew ? participants.last : participants.suffix(6).randomElement(using: &random)) ?? "A"
        let member = hub.enter(
            name, after: after, epoch: "epoch of lobby", quiet: Bool.random(using: &random), isNew: isNew)
        witnesses[member] = Witness(participant: name)
    }

    private mutating func leave() {
        guard let member = anybody() else { return }
        if let at = witnesses.removeValue(forKey: member)?.at { leftAt.append(at) }
        hub.leave(member)
        hub.inbox[member] = nil
    }

    /// An op of a kind that shows what its participant had logged before it.
    private mutating func say() throws {
        guard let member = anybody(), !hub.held.contains(member), let witness = witnesses[member] else {
            return
        }
        sent += 1
        let log = hub.logs[.lobby].map { $0.durable + $0.inFlight } ?? []
        let newest = log.last { $0.author.id == witness.participant }?.seq.number ?? 0
        let name = "tuv".randomElement(using: &random) ?? "t"
        switch Int.random(in: 0..<8, using: &random) {
        case 0...1: try hub.say(member, #"{"type":"upgrade","name":"\#(name)","n":\#(sent)}"#)
        case 2: try hub.say(member, #"{"type":"remove","name":"\#(name)"}"#)
        case 3: try hub.say(member, #"{"type":"topic","name":"\#(name)","n":\#(sent)}"#)
        case 4: try hub.say(member, #"{"type":"replay","id":"r"}"#)
        case 5: try hub.say(member, #"{"type":"a","id":"\#(Int.random(in: 0..<4, using: &random))"}"#)
        default: try hub.say(member, #"{"persist":false,"type":"\#(newest)"}"#)
        }
    }

    /// One question, of any member.
    private mutating func answer() {
        guard !hub.questions.isEmpty else { return }
        hub.questions.swapAt(0, Int.random(in: 0..<hub.questions.count, using: &random))
        hub.answerFirst()
    }

    private mutating func fail() {
        // A question from before a maintenance may fail too, and that concerns nobody.
        let concernsNobody = isUnderMaintenance || hub.openings.count > 1
        guard !concernsNobody || !hub.openings.isEmpty else { return }
        hub.failReading()
        if !concernsNobody { allAreClosed() }
    }

    private mutating func allAreClosed() {
        for (member, witness) in witnesses {
            if hub.closed[member] == nil { complaints.append("\(member.number) was not closed") }
            if let at = witness.at { leftAt.append(at) }
            hub.leave(member)
            hub.inbox[member] = nil
        }
        witnesses = [:]
    }

    private mutating func anybody() -> MemberID? {
        witnesses.keys.sorted { $0.number < $1.number }.randomElement(using: &random)
    }

    private mutating func listen() {
        let log = hub.logs[.lobby]?.durable ?? []
        for member in witnesses.keys.sorted(by: { $0.number < $1.number }) {
            for message in hub.takeMessages(member) {
                guard let complaint = witnesses[member]?.hear(message, log) else { continue }
                complaints.append("\(member.number) \(complaint)")
            }
        }
    }
}
