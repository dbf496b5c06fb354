import Foundation
import HubClient
import HubProtocol
import TestSupport
import Testing

struct BackupTests {
    @Test func `a backup made while ops flow is a whole log that a hub can be started on`() throws {
        let hub = try HubProcess()
        let ada = try hub.enter("room", Hello(name: "Ada"))
        for _ in 0..<20 { try ada.say(#"{"type":"comment"}"#) }
        let folder = try TemporaryFolder()
        let path = folder.path + "/chatos.sqlite3"
        for number in 0..<100 { try ada.send(Array(#"{"type":"comment","n":\#(number)}"#.utf8)) }
        let ended = try Chatos.run("backup", path, "--data", hub.data)
        #expect(ended.code == 0 && ended.output.hasPrefix("\(path): "))
        #expect(try Chatos.run("verify", "--data", folder.path).code == 0)
        #expect(Session(try Chatos.run("export", "room", "--data", folder.path).output).ops.count >= 21)
        let again = try Chatos.run("backup", path, "--data", hub.data)
        #expect(again.code == 74 && again.line == "chatos: can't write the backup \(path): File exists")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
