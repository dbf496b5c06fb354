import HubClient
import HubProtocol
import Storage
import Testing

@testable import chatos

struct FailureTests {
    @Test func `a name can't make a second line of an error, nor move the cursor`() {
        #expect(Failure(.usage, "a\nb\u{1B}[2J\u{7F}é").message == "a b [2J é")
    }

    @Test(arguments: [
        (StorageError.folderInUse(folder: "d"), ExitCode.temporaryFailure),
        (.noDatabase(path: "p"), .ioError),
        (.newerDatabase(path: "p", version: 2, known: 1), .ioError),
        (.system(doing: "read", path: "p", code: 5), .ioError),
        (.database(code: 11, message: "malformed"), .ioError),
    ])
    func `what storage says has its number`(error: StorageError, code: ExitCode) {
        let failure = Failure(error)
        #expect(failure.code == code && failure.message == error.description)
    }

    @Test func `nobody is told that a reader has gone`() {
        let failure = Failure(StorageError.system(doing: "write", path: "standard output", code: 32))
        #expect(failure.code == .ioError && failure.message == nil)
    }

    @Test func `a malformed file is a data error`() {
        let error = SessionFileError.malformed(path: "f", line: 3, reason: "no")
        #expect(Failure(error).code == .dataError && Failure(error).message == "f, line 3: no")
    }

    @Test(arguments: [
        (HubClientError.badAddress("x"), ExitCode.usage), (.unreachable("x"), .unavailable),
        (.timedOut("x"), .unavailable), (.refused(status: 403, message: ""), .unavailable),
        (.broken("x"), .unavailable), (.closed(code: 1001, reason: ""), .unavailable),
        (.ended, .unavailable), (.rejected(ProtocolError(.badControl, "x")), .dataError),
    ])
    func `what a client meets has its number, and its place`(error: HubClientError, code: ExitCode) {
        let failure = Failure(error, at: "op 3")
        #expect(failure.code == code && failure.message == "op 3: \(error)")
    }
}
