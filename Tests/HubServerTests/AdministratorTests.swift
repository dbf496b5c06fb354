import HubProtocol
import Storage
import Testing

@testable import HubServer

/// Maintenance of rooms that people are in.
@Suite struct AdministratorTests {
    private let hub: TestHub
    private let room: RoomName
    private let other: RoomName

    init() throws {
        hub = try TestHub()
        room = try #require(RoomName("room"))
        other = try #require(RoomName("other"))
    }

    @discardableResult
    private func ask(_ request: AdminRequest) throws -> AdminResult {
        try AdminClient(folder: hub.configuration.data).perform(request)
    }

    private func importing(_ text: String, as room: RoomName) throws -> AdminResult {
        try AdminClient(folder: hub.configuration.data).perform(.importSession(room, file: "s.ndjson")) {
            output in
            try output.write(Array(text.utf8))
            try output.close()
        }
    }

    private func back(_ client: RoomClient, after: Int) throws -> RoomClient {
        let back = try RoomClient(hub)
        try back.enter(
            as: "Ada", token: client.token, more: ",\"after\":\(after),\"epoch\":\"\(client.epoch)\"")
        return back
    }

    private func filled() throws -> RoomClient {
        let ada = try RoomClient(hub, as: "Ada")
        for number in 0..<8 { try ada.say("{\"type\":\"comment\",\"n\":\(number)}") }
        try ada.say("{\"type\":\"upgrade\",\"name\":\"clock\"}")
        _ = try ada.until { $0.seq == 10 }
        return ada
    }

    @Test func `[AD4] a room with people in it is compacted, and they come back to it`() throws {
        let ada = try filled()
        let result = try ask(.compactKeeping(room, 2))
        #expect(result.ops == 8 && result.seq == 8)
        #expect(try ada.closeCode() == 4_002)
        #expect(try back(ada, after: 8).state.compactMap(\.seq) == [9, 10])
        let late = try back(ada, after: 3)
        #expect(late.state.map(\.what) == ["hub:reset", "upgrade"])
        try late.say("{\"type\":\"comment\"}")
        _ = try late.until { $0.what == "comment" }
    }

    @Test func `[AD4] what an op said is gone for everybody who comes after`() throws {
        let ada = try filled()
        #expect(try ask(.erase(room, try #require(Seq(3)), actor: "the operator")).ops == 1)
        #expect(try ada.closeCode() == 4_002)
        let late = try back(ada, after: 2)
        #expect(late.state.first?.what == "hub:reset" && late.epoch != ada.epoch)
        let bob = try RoomClient(hub)
        try bob.enter(as: "Bob", more: ",\"after\":0,\"epoch\":\"\(late.epoch)\"")
        #expect(bob.state.first { $0.seq == 3 }?.what == "erased")
        #expect { try ask(.erase(room, try #require(Seq(3)), actor: "")) } throws: {
            ($0 as? AdminError)?.code == .refused
        }
    }

    @Test func `[AD4] [AS5] a file is dropped under the eyes of those in the room, who stay`() throws {
        let ada = try filled()
        let http = try HTTPClient(hub)
        let assets = "/api/v1/rooms/\(room.text)/assets"
        try http.wire.send(http.request(assets, method: "POST", "Content-Length: 6") + "GIF89a")
        let hash = try #require(AssetHash(try http.answer().json["hash"]?.string ?? ""))
        #expect(try ask(.eraseAsset(room, hash)).bytes == 6)
        #expect(try http.get("\(assets)/\(hash.text)").status == 404)
        #expect { try ask(.eraseAsset(room, hash)) } throws: { ($0 as? AdminError)?.code == .refused }
        try ada.say("{\"type\":\"comment\"}")
        _ = try ada.until { $0.seq == 11 }
    }

    @Test func `[AD4] a room is renamed and deleted under the feet of those in it`() throws {
        let ada = try filled()
        try ask(.rename(room, to: other))
        #expect(try ada.closeCode() == 4_501)
        let there = try RoomClient(hub, room: "other", as: "Ada", token: ada.token)
        #expect(there.epoch == ada.epoch && there.ready == 10)
        // The old name is free for a new room.
        #expect(try RoomClient(hub, as: "Bob").epoch != ada.epoch)
        #expect { try ask(.rename(room, to: other)) } throws: { ($0 as? AdminError)?.code == .refused }
        let gone = try ask(.delete(other))
        #expect((gone.ops ?? 0) >= 10)
        #expect(try there.closeCode() == 4_501)
        let anew = try RoomClient(hub, room: "other", as: "Ada", token: ada.token, awaitsJoined: true)
        #expect(anew.epoch != ada.epoch && anew.ready == 0)
    }

    @Test func `[AD4] whoever comes while a log is changed waits, and then gets what it has become`() throws {
        let ada = try filled()
        hub.gate.close()
        let done = Awaited<Bool>()
        let (data, name) = (hub.configuration.data, room)
        let thread = TestThread {
            let result = try AdminClient(folder: data).perform(.compactKeeping(name, 1))
            done.give(result.ops == 9)
        }
        #expect(try ada.closeCode() == 4_002)
        #expect(hub.gate.waitUntilHeld())
        let bob = try RoomClient(hub)
        try bob.say("{\"hub\":\"hello\",\"name\":\"Bob\",\"after\":0,\"epoch\":\"\(ada.epoch)\"}")
        hub.gate.open()
        #expect(done.wait(seconds: 10) == true)
        try thread.join()
        #expect(try bob.next().what == "hub:welcome")
        #expect(try bob.next()["reason"]?.string == "trimmed")
    }

    @Test func `[AD2] a session file becomes a room that can be entered`() throws {
        let text =
            #"{"format":"chatos-session","version":1,"room":"x","epoch":"e","started":5,"#
            + #""authors":{"A":{"id":"1","name":"A"}}}"# + "\n"
            + #"[1,0,"o","A",{"type":"upgrade","name":"t"}]"# + "\n" + #"[2,7,"o","A",{"type":"comment"}]"#
        #expect(try importing(text, as: other).ops == 2)
        let ada = try RoomClient(hub, room: "other", as: "Ada")
        #expect(ada.state.map(\.seq) == [1] && ada.ready == 2)
        #expect { try importing(text, as: other) } throws: { ($0 as? AdminError)?.code == .refused }
        #expect(
            try importing(text + "\n[3,", as: room).warning == "s.ndjson, line 4, is cut off and left out")
    }

    @Test func `U77 an import that fails leaves nothing, and says the file and the line`() throws {
        let text =
            #"{"format":"chatos-session","version":1,"room":"x","epoch":"e","started":5,"authors":{}}"# + "\n"
            + #"[1,0,"o","A",{"type":"a"}]"# + "\n"
        #expect {
            try importing(text + String(repeating: "#\n", count: 3_000_000), as: room)
        } throws: {
            ($0 as? AdminError) == AdminError(.badFile, "s.ndjson, line 2: the header has no author 'A'")
        }
        let log = try LogSnapshot(folder: try DataFolder.open(path: hub.configuration.data, exclusive: false))
        #expect(try log.rooms().isEmpty)
    }

    @Test func `U77 an import whose sender dies leaves nothing`() throws {
        struct Gone: Error {}
        #expect(throws: Gone.self) {
            try AdminClient(folder: hub.configuration.data).perform(.importSession(room, file: "s")) {
                output in
                let header =
                    #"{"format":"chatos-session","version":1,"room":"x","epoch":"e","#
                    + #""started":5,"authors":{}}"#
                try output.write(Array((header + "\n").utf8))
                throw Gone()
            }
        }
        // The next request waits for that one's end.
        #expect(throws: AdminError.self) { try ask(.delete(room)) }
        #expect(try RoomClient(hub, as: "Ada").ready == 0)
    }

    @Test func `a disk that fails is an error to who asked, and the room goes on`() throws {
        let ada = try filled()
        hub.gate.fail()
        #expect { try ask(.compactKeeping(room, 1)) } throws: { ($0 as? AdminError)?.code != nil }
        hub.gate.open()
        #expect(try ada.closeCode() == 4_002)
        #expect(try back(ada, after: 2).state.compactMap(\.seq) == Array(3...10))
    }
}
