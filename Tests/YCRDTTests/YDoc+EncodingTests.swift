import Testing
import YCRDT

struct YDocEncodingTests {
    @Test func `from any state on, what is missing makes the document whole`() throws {
        let doc = YDoc(clientID: 1)
        var states: [YDoc] = []
        for step in 0..<30 {
            doc.edit {
                doc.text("text").insert("é\(step)", at: step)
                if step % 3 == 0 { doc.text("text").delete(at: step / 2, length: 2) }
                doc.map("map").set("k\(step % 4)", .number(Double(step)))
            }
            let state = YDoc(clientID: 100)
            try state.apply(doc.encodeStateAsUpdate())
            states.append(state)
        }
        for state in states {
            try state.apply(doc.encodeStateAsUpdate(from: state.stateVector))
            #expect(state.encodeStateAsUpdate() == doc.encodeStateAsUpdate())
        }
    }

    @Test func `an empty document is two zeroes`() {
        #expect(YDoc(clientID: 1).encodeStateAsUpdate() == Updates.empty)
    }
}
