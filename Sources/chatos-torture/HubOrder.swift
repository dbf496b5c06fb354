/// What a hub under torture is told on its standard input, a line each.
enum HubOrder: Equatable {
    case disk(DiskMishap)
    /// SIGKILL at the `at`-th commit from now.
    case killAtCommit(at: Int, CommitMoment)
    /// The ordinary way to stop.
    case stop

    enum CommitMoment: String, CaseIterable {
        /// All is written, and nothing is durable.
        case before
        /// All is durable, and nobody has been told.
        case after
    }

    init?(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "stop" where words.count == 1: self = .stop
        case "commit" where words.count == 3:
            guard let at = Int(words[1]), let moment = CommitMoment(rawValue: words[2]) else { return nil }
            self = .killAtCommit(at: at, moment)
        default:
            guard let mishap = DiskMishap(line) else { return nil }
            self = .disk(mishap)
        }
    }

    var line: String {
        switch self {
        case .disk(let mishap): mishap.line
        case .killAtCommit(let at, let moment): "commit \(at) \(moment.rawValue)"
        case .stop: "stop"
        }
    }
}
