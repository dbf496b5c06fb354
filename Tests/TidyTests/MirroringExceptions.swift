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

    .init("Sources/HubProtocol/Author.swift", "declares a value; every envelope has one"),
    .init("Sources/HubProtocol/ClientMessage.swift", "declares values; the decoders' tests make them all"),
    .init(
        "Sources/HubProtocol/JSONMembers.swift", "one way of writing; the codec's tests read what it wrote"),
    .init("Sources/HubProtocol/MemberReader.swift", "the decoders' tests give it every wrong member"),
    .init("Sources/HubProtocol/MessageLimits.swift", "numbers with their reasons"),
    .init("Sources/HubProtocol/MessageMembers.swift", "the decoders' tests are about what it notes"),
    .init("Sources/HubProtocol/Op.swift", "declares a value; the decoder's tests make it"),
    .init("Sources/HubProtocol/Payload.swift", "declares a value; it is bytes"),
    .init("Sources/HubProtocol/ProtocolError.swift", "declares a value; the codec's tests write it"),
    .init("Sources/HubProtocol/ReplayQuery.swift", "declares a value; the decoder's tests make it"),
    .init("Sources/HubProtocol/ServerMessage.swift", "declares values; the codec's tests write them all"),
    .init("Sources/HTTP1/FieldLine.swift", "a step of the parser, whose tests feed it every line"),
    .init("Sources/HTTP1/HTTPError.swift", "declares a value; the parser's tests expect it"),
    .init("Sources/HTTP1/HTTPLimits.swift", "numbers with their reasons; the parser's tests reach each"),
    .init("Sources/HTTP1/LineScanner.swift", "a step of the parser, whose tests cut every input for it"),
    .init("Sources/HTTP1/ReasonPhrase.swift", "a table; the response's tests read it"),
    .init("Sources/Rooms/Effect.swift", "declares values; every test of the rooms performs them"),
    .init("Sources/Rooms/Entry.swift", "declares values and does nothing"),
    .init(
        "Sources/Rooms/RoomLimits.swift", "numbers with their reasons; tests of what they limit set them"),
    .init("Sources/Serving/ClientConnection.swift", "declares a value; the loop moves it"),
    .init(
        "Sources/Serving/ConnectionLimits.swift", "numbers with their reasons; the hub's tests shorten them"),
    .init("Sources/Serving/ConnectionLoop+Deadlines.swift", "the hub's tests wait for them over sockets"),
    .init("Sources/Serving/ConnectionLoop+HTTP.swift", "the hub's tests ask over sockets"),
    .init("Sources/Serving/ConnectionLoop+Sending.swift", "the hub's tests read slowly over sockets"),
    .init("Sources/Serving/ConnectionLoop+WebSocket.swift", "the hub's tests talk over sockets"),
    .init("Sources/Serving/ConnectionService.swift", "declares what a service is"),
    .init("Sources/Storage/RoomID.swift", "declares a value"),
    .init("Sources/Storage/RoomImage.swift", "declares values; the log's tests read them"),
    .init("Sources/HubServer/LogAccess.swift", "a way to the log; the server's durability tests go it"),
    .init("Sources/HubServer/RoomService.swift", "its tests are the server's, named by topic"),
    .init("Sources/HubServer/RoomService+HTTP.swift", "its tests are the server's, named by topic"),

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

]
