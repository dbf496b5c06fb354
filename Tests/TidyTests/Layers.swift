/// A row of the table of layers: a target, what it may import, and what kind of thing it is.
struct Layer {
    enum Kind {
        /// A system library as it is. Cores may use a pure one: it only computes.
        case library(isPure: Bool)
        /// Synchronous, reads no clock, opens nothing; imports nothing of the platform.
        case core
        /// Touches the machine.
        case shell
        /// Joins the two.
        case composition
    }

    var name: String
    var kind: Kind
    /// The targets it may import: those that Package.swift lets it depend on, neither more nor fewer.
    var targets: Set<String> = []
    /// The modules it may import that come with the toolchain.
    var platform: Set<String> = []
}

/// The architecture, as ARCHITECTURE.md explains it. A target may depend only on targets above it.
///
/// No row names Foundation: it more than doubles the memory of an idle program.
let layers: [Layer] = [
    Layer(name: "Bytes", kind: .core),
    Layer(name: "CCurl", kind: .library(isPure: false)),
    Layer(name: "CEpoll", kind: .library(isPure: false)),
    Layer(name: "COpenSSL", kind: .library(isPure: true)),
    Layer(name: "CSQLite", kind: .library(isPure: false)),
    Layer(name: "CZlib", kind: .library(isPure: true)),

    Layer(name: "HTTP1", kind: .core, targets: ["Bytes"]),
    Layer(name: "WebSocket", kind: .core, targets: ["Bytes", "COpenSSL", "CZlib"]),
    Layer(name: "Timetables", kind: .core),
    Layer(name: "HubProtocol", kind: .core, targets: ["Bytes", "Timetables"]),
    Layer(name: "YCRDT", kind: .core, targets: ["Bytes"]),
    Layer(name: "YSync", kind: .core, targets: ["Bytes", "YCRDT"]),
    Layer(name: "Rooms", kind: .core, targets: ["HubProtocol", "Timetables", "YCRDT", "YSync"]),

    Layer(
        name: "Sockets", kind: .shell,
        targets: ["Bytes", "CEpoll", "COpenSSL"],
        platform: ["Glibc", "Synchronization"]),
    Layer(name: "Threads", kind: .shell, platform: ["Glibc", "Synchronization"]),
    Layer(name: "Trials", kind: .shell, platform: ["Glibc"]),
    Layer(
        name: "Fetching", kind: .shell,
        targets: ["CCurl", "Threads"],
        platform: ["Glibc", "Synchronization"]),
    Layer(
        name: "SQLite", kind: .shell,
        targets: ["CSQLite"],
        platform: ["Glibc"]),
    Layer(
        name: "Storage", kind: .shell,
        targets: ["Bytes", "HubProtocol", "SQLite", "COpenSSL", "CZlib", "Threads", "Timetables", "YCRDT"],
        platform: ["Glibc", "Synchronization"]),

    Layer(
        name: "Serving", kind: .shell, targets: ["Bytes", "HTTP1", "WebSocket", "Timetables", "Sockets"]),

    Layer(
        name: "HubServer", kind: .composition,
        targets: [
            "Bytes", "HTTP1", "WebSocket", "HubProtocol", "Rooms", "Sockets", "Threads", "Storage",
            "Serving", "COpenSSL", "Fetching",
        ],
        platform: ["Glibc", "Synchronization"]),
    Layer(
        name: "HubClient", kind: .composition,
        targets: ["Bytes", "HTTP1", "WebSocket", "HubProtocol", "Sockets"],
        platform: ["Glibc", "Synchronization"]),
    // A replayed room must run as the live one did, so nothing of the machine may reach it but the log.
    Layer(
        name: "Replay", kind: .composition,
        targets: ["Bytes", "HubProtocol", "Rooms", "Storage"]),

    Layer(
        name: "chatos", kind: .composition,
        targets: [
            "Bytes", "HubProtocol", "HubServer", "HubClient", "Replay", "Sockets", "Storage", "WebSocket",
            "YCRDT", "YSync",
        ],
        platform: ["Glibc", "Synchronization"]),
    Layer(
        name: "chatos-bench", kind: .composition,
        targets: [
            "Bytes", "HTTP1", "WebSocket", "HubProtocol", "Sockets", "Serving", "Storage", "Trials", "YCRDT",
        ],
        platform: ["Glibc", "Synchronization"]),
    // It looks at a hub from outside, and below its database: what it finds must not rest on the hub's word.
    Layer(
        name: "chatos-torture", kind: .composition,
        targets: [
            "COpenSSL", "CSQLite", "HubProtocol", "Sockets", "SQLite", "Storage", "Trials", "HubServer",
            "HubClient",
        ],
        platform: ["Glibc", "Synchronization"]),
]
