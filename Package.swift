// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled alike: language mode 6, imports named and internal, warnings are errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    // Classes of the loop are confined to their thread, and debug builds, in which the tests run, check every
    // access; in release the check costs a tenth of a small message.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

/// What only a hub with the trait `Requests` is built with; see the traits below.
let ifRequests: TargetDependencyCondition? = .when(traits: ["Requests"])

/// A library or program target under `Sources/`.
func source(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

// The order below is the order of the layers: a target depends only on targets above it.
// ARCHITECTURE.md says why; Tests/TidyTests holds the import lines to it.
let package = Package(
    name: "chatos",
    products: [
        .executable(name: "chatos", targets: ["chatos"])
    ],
    traits: [
        .default(enabledTraits: ["Requests"]),
        // Without it (--disable-default-traits) libcurl is neither needed nor linked, and a hub answers
        // `request` as one that was started with --no-requests does.
        .trait(name: "Requests", description: "HTTP requests for rooms, made with libcurl"),
    ],
    targets: [
        // Layer 0: bytes, and the system's libraries as they are.
        source("Bytes"),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // The cores: synchronous, no clock, no input or output.
        source("HTTP1", ["Bytes"]),
        source("WebSocket", ["Bytes", "COpenSSL", "CZlib"]),
        source("Timetables"),
        source("HubProtocol", ["Bytes", "Timetables"]),
        source("YCRDT", ["Bytes"]),
        source("YSync", ["Bytes", "YCRDT"]),
        source("Rooms", ["HubProtocol", "Timetables", "YCRDT", "YSync"]),

        // The shells: what touches the machine, each knowing one thing.
        source("Sockets", ["Bytes", "CEpoll", "COpenSSL"]),
        source("Threads"),
        source("Trials"),
        source("Fetching", [.target(name: "CCurl", condition: ifRequests), "Threads"]),
        source("SQLite", ["CSQLite"]),
        source(
            "Storage",
            ["Bytes", "HubProtocol", "SQLite", "COpenSSL", "CZlib", "Threads", "Timetables", "YCRDT"]),

        source("Serving", ["Bytes", "HTTP1", "WebSocket", "Timetables", "Sockets"]),

        // Composition.
        source(
            "HubServer",
            [
                "Bytes", "HTTP1", "WebSocket", "HubProtocol", "Rooms", "Sockets", "Threads", "Storage",
                "Serving", "COpenSSL", "Fetching",
            ]),
        source("HubClient", ["Bytes", "HTTP1", "WebSocket", "HubProtocol", "Sockets"]),
        source("Replay", ["Bytes", "HubProtocol", "Rooms", "Storage"]),

        program(
            "chatos",
            [
                "Bytes", "HubProtocol", "HubServer", "HubClient", "Replay", "Sockets", "Storage", "WebSocket",
                "YCRDT", "YSync",
            ]),
        program(
            "chatos-bench",
            [
                "Bytes", "HTTP1", "WebSocket", "HubProtocol", "Sockets", "Serving", "Storage", "Trials",
                "YCRDT",
            ]),
        program(
            "chatos-torture",
            [
                "COpenSSL", "CSQLite", "HubProtocol", "Sockets", "SQLite", "Storage", "Trials", "HubServer",
                "HubClient",
            ]),

        // Tests mirror the sources, a file for a file.
        .target(
            name: "TestSupport", dependencies: ["Threads"], path: "Tests/TestSupport", swiftSettings: strict),
        tests("BytesTests", ["Bytes"]),
        tests("HTTP1Tests", ["HTTP1", "Bytes"]),
        tests("TimetablesTests", ["Timetables"]),
        tests("ThreadsTests", ["Threads"]),
        tests("TrialsTests", ["Trials"]),
        tests("FetchingTests", ["Fetching"]),
        tests("WebSocketTests", ["WebSocket", "Bytes", "CZlib"]),
        tests("HubProtocolTests", ["HubProtocol", "Bytes", "Timetables"]),
        tests("RoomsTests", ["Rooms", "HubProtocol", "Bytes", "YCRDT", "YSync"]),
        tests("YCRDTTests", ["YCRDT", "Bytes"]),
        tests("YSyncTests", ["YSync", "YCRDT", "Bytes"]),
        tests("SocketsTests", ["Sockets", "Bytes", "COpenSSL"]),
        tests("SQLiteTests", ["SQLite"]),
        tests("ServingTests", ["Serving", "Sockets", "WebSocket", "HTTP1", "Bytes"]),
        tests("StorageTests", ["Storage", "Threads", "HubProtocol", "SQLite", "Bytes", "YCRDT"]),
        tests(
            "HubServerTests",
            [
                "HubServer", "HubClient", "HTTP1", "WebSocket", "HubProtocol", "Rooms", "Storage", "Serving",
                "Sockets", "Bytes", "Fetching",
            ]),
        tests(
            "HubClientTests",
            ["HubClient", "HubServer", "HubProtocol", "WebSocket", "HTTP1", "Sockets", "Bytes"]),
        tests("ReplayTests", ["Replay", "Rooms", "HubProtocol", "Storage", "Bytes"]),
        tests(
            "ChatosTests",
            ["chatos", "HubClient", "HubProtocol", "HubServer", "Storage", "Sockets"]),
        tests("ChatosBenchTests", ["chatos-bench", "HubProtocol", "WebSocket", "YCRDT"]),
        tests("ChatosTortureTests", ["chatos-torture", "Trials", "HubProtocol", "SQLite", "Storage"]),
        tests("TidyTests", []),
    ]
)
