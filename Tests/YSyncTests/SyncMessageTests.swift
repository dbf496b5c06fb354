import Foundation
import Testing
import YCRDT
import YSync

struct SyncMessageTests {
    private static let vectors: [String: [UInt8]] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let path = folder.deletingLastPathComponent().path + "/Fixtures/yjs/vectors.json"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            case .object(let all)? = AnyValue(json: text), case .object(let messages)? = all["messages"]
        else { return [:] }
        return messages.mapValues { value in
            guard case .string(let hex) = value else { return [] }
            let digits = hex.utf8.map { $0 >= 97 ? $0 - 87 : $0 - 48 }
            return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        }
    }()

    @Test(arguments: ["step1", "step2", "update", "awareness", "denied", "query"])
    func `a message of the y-protocols is read and written byte for byte`(name: String) throws {
        let bytes = try #require(Self.vectors[name])
        let message = try SyncMessage(decoding: bytes)
        #expect(message.encoded() == bytes)
        for end in 0..<bytes.count {
            #expect(throws: UpdateError.self) { try SyncMessage(decoding: Array(bytes[..<end])) }
        }
        #expect(throws: UpdateError.trailingBytes(count: 1)) { try SyncMessage(decoding: bytes + [0]) }
        switch (name, message) {
        case ("step1", .syncStep1(let vector)): #expect(vector == StateVector([10: 2]))
        case ("step2", .syncStep2(let update)), ("update", .update(let update)):
            let doc = YDoc(clientID: 1)
            try doc.apply(update)
            #expect(doc.text("text").string == "hi")
        case ("awareness", .awareness(let update)):
            #expect(try Awareness.clients(in: update) == [10])
        case ("denied", .permissionDenied(let reason)): #expect(reason == "no")
        case ("query", .queryAwareness): break
        default: Issue.record("\(name) was read as \(message)")
        }
    }

    @Test(arguments: [[4], [0, 3, 0], [2, 1, 0], [127]] as [[UInt8]])
    func `a message of no known type is refused`(bytes: [UInt8]) {
        #expect(throws: UpdateError.self) { try SyncMessage(decoding: bytes) }
    }
}
