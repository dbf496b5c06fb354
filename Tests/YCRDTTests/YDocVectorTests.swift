import Testing
import YCRDT

/// Documents that Yjs wrote.
struct YDocVectorTests {
    private func text(_ document: AnyValue, _ key: String) -> String { document[key]?.text ?? "" }

    @Test func `there are vectors`() {
        #expect(Vectors.documents.count == 9 && Vectors.values.count == 28)
    }

    @Test(arguments: Vectors.documents)
    func `what Yjs wrote is read, and written as Yjs writes it`(document: AnyValue) throws {
        let doc = YDoc(clientID: 1000)
        for update in document["updates"]?.elements ?? [] { try doc.apply(update.bytes) }
        #expect(doc.stateVector.encoded() == document["vector"]?.bytes)
        // Through JSON, in which bytes are an object.
        if !text(document, "name").contains("inside") {
            #expect(AnyValue(json: doc.map("map").json.json) == AnyValue(json: text(document, "map")))
        }
        #expect(AnyValue(json: doc.array("array").json.json) == AnyValue(json: text(document, "array")))
        #expect(doc.xmlFragment("xml").xml == text(document, "xml"))
        let runs = doc.text("text").runs.map { run -> AnyValue in
            var delta: [String: AnyValue] = [:]
            switch run.content {
            case .text(let text): delta["insert"] = .string(text)
            case .embed(let value): delta["insert"] = value.json
            }
            if !run.attributes.isEmpty { delta["attributes"] = .object(run.attributes) }
            return .object(delta)
        }
        #expect(.array(runs) == AnyValue(json: text(document, "text")))
        #expect(doc.encodeStateAsUpdate() == document["full"]?.bytes)
    }

    @Test(arguments: Vectors.documents)
    func `updates that are merged first make the same document`(document: AnyValue) throws {
        let updates = (document["updates"]?.elements ?? []).map(\.bytes)
        let merged = try Updates.merge(updates)
        let doc = YDoc(clientID: 1000)
        try doc.apply(merged)
        #expect(doc.encodeStateAsUpdate() == document["full"]?.bytes)
        let theirs = YDoc(clientID: 1000)
        try theirs.apply(try #require(document["merged"]?.bytes))
        #expect(theirs.encodeStateAsUpdate() == document["full"]?.bytes)
    }

    @Test func `a document inside a document is kept as it came`() throws {
        let document = try #require(Vectors.documents.first { $0["name"]?.text?.contains("inside") == true })
        let doc = YDoc(clientID: 1000)
        try doc.apply(try #require(document["full"]?.bytes))
        #expect(doc.map("map")["doc"] == .document(guid: "inner", options: ["autoLoad": true]))
    }
}
