import Glibc
import Testing

@testable import chatos_torture

@Suite struct HubProcessTests {
    private func hub(in folder: TemporaryFolder, mishap: DiskMishap = .none) throws -> HubProcess {
        try HubProcess(
            program: BuiltProgram.path, data: folder.path + "/data", log: folder.path + "/log", seed: 1,
            mishap: mishap)
    }

    @Test func `a hub listens, is well, obeys and stops`() throws {
        let folder = try TemporaryFolder()
        let hub = try hub(in: folder)
        #expect(try hub.listens())
        #expect(Health.status(port: try #require(hub.port)) == 200)
        #expect(try hub.tell(.disk(.none)))
        #expect(try hub.tell(.stop))
        try hub.wait()
        #expect(hub.status == 0)
        #expect(hub.notes.isEmpty)
        #expect(try hub.tell(.stop) == false)
    }

    @Test func `one that is ended has ended by SIGKILL`() throws {
        let folder = try TemporaryFolder()
        let hub = try hub(in: folder)
        #expect(try hub.listens())
        hub.end()
        #expect(hub.hasEnded && hub.status == 128 + SIGKILL)
        #expect(Health.status(port: try #require(hub.port)) == nil)
    }

    @Test func `a hub that is told what is no order says so and ends`() throws {
        let folder = try TemporaryFolder()
        let hub = try hub(in: folder, mishap: .failure(at: 1, .ioError, lasting: true))
        #expect(try hub.listens() == false)
        #expect(hub.status == Failure.Code.ioError.rawValue)
        #expect(hub.notes.count == 1)
        #expect(hub.failures.isEmpty == false)
    }

    @Test func `a second hub on a folder that is held gives up with one line`() throws {
        let folder = try TemporaryFolder()
        let first = try hub(in: folder)
        #expect(try first.listens())
        let second = try hub(in: folder)
        #expect(try second.listens() == false)
        #expect(second.status == Failure.Code.temporaryFailure.rawValue)
        #expect(second.notes.count == 1)
    }

    @Test func `a power cut leaves an image without what only the program knew`() throws {
        let folder = try TemporaryFolder()
        let image = folder.path + "/image"
        let hub = try hub(in: folder, mishap: .powerCut(at: 1, .all, image: image))
        #expect(try hub.listens() == false)
        #expect(hub.status == 128 + SIGKILL)
        let names = FileBytes.names(in: image)
        #expect(!names.contains { $0.hasSuffix("-shm") || $0 == "lock" })
        for name in names { #expect(FileBytes.read("\(image)/\(name)")?.allSatisfy { $0 == 0 } != nil) }
    }
}
