/// The source files that have no test file of their own. One that gets a test file must leave this list.
let mirroringExceptions: [Mirroring.Exception] = [
    .init("Sources/chatos/Cast.swift", "connections alone; the player's tests need them all"),
    .init("Sources/chatos/Command.swift", "declares a value; the help's tests read all of them"),
    .init("Sources/chatos/ExitCode.swift", "declares numbers; the tests of the commands expect them"),
    .init("Sources/chatos/Performer.swift", "a connection alone; the player's tests play it against a hub"),
    .init(
        "Sources/chatos/StopSignals.swift", "signals end a process, so it is `serve` that is tested with them"
    ),
    .init(
        "Sources/chatos/Terminal.swift", "writes to the process's own output; the commands' tests read it"),

    // Each goes with its target's first source file.
    .init("Sources/Bytes/Placeholder.swift", "empty"),
    .init("Sources/HTTP1/Placeholder.swift", "empty"),
    .init("Sources/HubServer/Placeholder.swift", "empty"),
    .init("Sources/Replay/Placeholder.swift", "empty"),
    .init("Sources/Rooms/Placeholder.swift", "empty"),
    .init("Sources/SQLite/Placeholder.swift", "empty"),
    .init("Sources/Sockets/Placeholder.swift", "empty"),
    .init("Sources/Storage/Placeholder.swift", "empty"),
    .init("Sources/WebSocket/Placeholder.swift", "empty"),

    // Each goes with its test file.
    .init("Sources/HubProtocol/Author.swift", "declares a value and does nothing yet"),
    .init("Sources/HubProtocol/LoggedOp.swift", "declares a value and does nothing yet"),
    .init("Sources/HubProtocol/Payload.swift", "declares a value and does nothing yet"),
    .init("Sources/HubProtocol/ReplayQuery.swift", "declares a value and does nothing yet"),
    .init("Sources/HubProtocol/RoomName.swift", "its tests come with the codec's"),
    .init("Sources/HubProtocol/Seq.swift", "declares a value and does nothing yet"),
]
