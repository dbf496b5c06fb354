/// What is to happen to the disk, and at which of the changes that a program makes to it.
///
/// It is read from and written as one line: a hub's operator says it on the hub's standard input.
enum DiskMishap: Equatable, Sendable {
    /// The power goes as the `at`-th change is made.
    case powerCut(at: Int, DiskPart, image: String)
    /// The program is ended by SIGKILL as the `at`-th change is made, and a part of it is.
    case kill(at: Int, DiskPart)
    /// The `at`-th change fails, and with `lasting` all after it do.
    case failure(at: Int, DiskError, lasting: Bool)
    /// All is well.
    case none

    init?(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        let number = words.count > 1 ? Int(words[1]) : nil
        switch (words.first, words.count) {
        case ("well", 1): self = .none
        case ("cut", 4):
            guard let number, let part = DiskPart(rawValue: words[2]) else { return nil }
            self = .powerCut(at: number, part, image: words[3])
        case ("kill", 3):
            guard let number, let part = DiskPart(rawValue: words[2]) else { return nil }
            self = .kill(at: number, part)
        case ("fail", 4):
            guard let number, let error = DiskError(rawValue: words[2]),
                ["once", "lasting"].contains(words[3])
            else { return nil }
            self = .failure(at: number, error, lasting: words[3] == "lasting")
        default: return nil
        }
    }

    /// Of what it counts the changes.
    var part: DiskPart {
        switch self {
        case .powerCut(_, let part, _), .kill(_, let part): part
        case .failure, .none: .all
        }
    }

    var line: String {
        switch self {
        case .none: "well"
        case .powerCut(let at, let part, let image): "cut \(at) \(part.rawValue) \(image)"
        case .kill(let at, let part): "kill \(at) \(part.rawValue)"
        case .failure(let at, let error, let lasting):
            "fail \(at) \(error.rawValue) \(lasting ? "lasting" : "once")"
        }
    }
}

/// Of which files the changes are counted.
enum DiskPart: String, CaseIterable, Sendable {
    case all
    /// The database without its journals: it changes when the write-ahead log is moved into it.
    case database

    func has(_ name: String) -> Bool { self == .all || name.hasSuffix(".sqlite3") }
}

/// How a disk fails.
enum DiskError: String, CaseIterable, Sendable {
    case ioError = "EIO"
    case full = "ENOSPC"
}

/// What a program does to a file that a mishap may meet.
enum DiskChange: String, Sendable {
    case write
    case sync
    case truncate
    case remove
}
