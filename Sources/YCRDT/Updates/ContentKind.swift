/// What a struct holds, by the number that the encoding has for it.
enum ContentKind: UInt8 {
    /// No item any more: a place in a client's history that nothing else refers to.
    case collected = 0
    case deleted = 1
    case json = 2
    case binary = 3
    case string = 4
    case embed = 5
    case format = 6
    case type = 7
    case any = 8
    case document = 9
    /// A gap in an update; never in a document.
    case skip = 10

    /// Whether it counts in the length of what it is in.
    @inline(__always)
    var isCountable: Bool { self != .deleted && self != .format && self != .collected }

    /// Whether two neighbours of this kind can become one.
    @inline(__always)
    var isMergeable: Bool {
        switch self {
        case .collected, .deleted, .json, .string, .any: true
        default: false
        }
    }
}

/// The kinds of shared types, by the number that the encoding has for them.
public enum SharedKind: UInt8, Sendable {
    case array = 0
    case map = 1
    case text = 2
    case xmlElement = 3
    case xmlFragment = 4
    case xmlHook = 5
    case xmlText = 6

    var hasName: Bool { self == .xmlElement || self == .xmlHook }
}
