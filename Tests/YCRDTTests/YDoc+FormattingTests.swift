import Testing
import YCRDT

struct YDocFormattingTests {
    private func run(_ text: String, _ attributes: [String: AnyValue] = [:]) -> TextRun {
        TextRun(.text(text), attributes: attributes)
    }

    @Test func `attributes hold for the part that they were given to`() {
        let doc = YDoc(clientID: 1)
        let text = doc.text("text")
        doc.edit {
            text.insert("plain bold both", at: 0)
            text.format(at: 6, length: 9, ["bold": true])
            text.format(at: 11, length: 4, ["color": "red"])
        }
        #expect(
            text.runs == [
                run("plain "), run("bold ", ["bold": true]), run("both", ["bold": true, "color": "red"]),
            ])
        doc.edit { text.format(at: 0, length: 15, ["bold": .null]) }
        #expect(text.runs == [run("plain bold "), run("both", ["color": "red"])])
        #expect(text.string == "plain bold both" && text.length == 15)
    }

    @Test func `what is typed has the attributes of what is before it, unless others are given`() {
        let doc = YDoc(clientID: 1)
        let text = doc.text("text")
        doc.edit {
            text.insert("b", at: 0, attributes: ["bold": true])
            text.insert("c", at: 1)
            text.insert("d", at: 2, attributes: [:])
            text.insertEmbed(["image": 1], at: 1, attributes: ["bold": true])
        }
        #expect(
            text.runs == [
                run("b", ["bold": true]), TextRun(.embed(.value(["image": 1])), attributes: ["bold": true]),
                run("c", ["bold": true]), run("d"),
            ])
    }

    @Test func `two that format at once end up with the same runs`() throws {
        let one = YDoc(clientID: 1)
        let two = YDoc(clientID: 2)
        try two.apply(one.edit { one.text("text").insert("0123456789", at: 0) })
        let first = one.edit { one.text("text").format(at: 0, length: 6, ["bold": true]) }
        let second = two.edit { two.text("text").format(at: 4, length: 6, ["bold": "very"]) }
        try one.apply(second)
        try two.apply(first)
        #expect(one.text("text").runs == two.text("text").runs)
        #expect(one.text("text").string == "0123456789")
    }
}
