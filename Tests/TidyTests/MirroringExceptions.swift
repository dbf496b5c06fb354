/// The source files that have no test file of their own. One that gets a test file must leave this list.
let mirroringExceptions: [Mirroring.Exception] = [
    .init(
        "Sources/chatos/Main.swift", "the program's entry; the tests of its commands start the program itself"
    ),

    // What drives servers is proved by driving them: `make bench` begins with runs that check every byte.
    .init("Sources/chatos-bench/BroadcastCommand.swift", "reads options and runs the load"),
    .init("Sources/chatos-bench/BroadcastLoad.swift", "needs a running server"),
    .init("Sources/chatos-bench/EchoCommand.swift", "reads options and runs the load"),
    .init("Sources/chatos-bench/EchoLoad.swift", "needs a running server"),
    .init("Sources/chatos-bench/Failure.swift", "declares a value"),
    .init("Sources/chatos-bench/HandshakeCommand.swift", "reads options and runs the load"),
    .init("Sources/chatos-bench/HandshakeLoad.swift", "needs a running server"),
    .init("Sources/chatos-bench/Help.swift", "is a text"),
    .init("Sources/chatos-bench/IdleCommand.swift", "needs a running server"),
    .init("Sources/chatos-bench/LoadConnection.swift", "declares what a load holds"),
    .init("Sources/chatos-bench/LoadLoop.swift", "needs a running server"),
    .init("Sources/chatos-bench/LogCommand.swift", "measures a disk"),
    .init("Sources/chatos-bench/Machine.swift", "says what this machine is"),
    .init("Sources/chatos-bench/Main.swift", "the program's entry"),
    .init("Sources/chatos-bench/Opening.swift", "needs a running server"),
    .init("Sources/chatos-bench/Processors.swift", "moves the process that calls it"),
    .init("Sources/chatos-bench/RunningServer.swift", "needs a server to run"),
    .init("Sources/chatos-bench/Terminal.swift", "writes to the process's own output"),

    // Each goes with its target's first source file.
    .init("Sources/Bytes/Placeholder.swift", "empty"),
    .init("Sources/HTTP1/Placeholder.swift", "empty"),
    .init("Sources/HubClient/Placeholder.swift", "empty"),
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
