import Testing

struct WebRulesTests {
    @Test func `every script of the web client is an ES module`() {
        let web = Repository.files(under: "web")
        #expect(web.contains { $0.path.hasSuffix(".js") }, "there is no web client to look at")
        expectNone(WebRules.scriptsThatAreNoModules(in: web))
    }

    @Test func `the shell never turns text into markup or code`() {
        let shell = Repository.files(under: "web/shell")
        #expect(shell.contains { $0.path.hasSuffix(".js") }, "there is no shell to look at")
        expectNone(WebRules.sinks(in: shell))
    }

    @Test func `a script without import and export is found`() {
        let file = TextFile(path: "web/a.js", text: "// import x\nlet a = 'export b';\n")
        #expect(WebRules.scriptsThatAreNoModules(in: [file]).map(\.path) == ["web/a.js"])
    }

    @Test(arguments: ["import { a } from './b.js';", "export const a = 1;", "export{a};", "import './a.js';"])
    func `a module is no finding`(line: String) {
        #expect(WebRules.scriptsThatAreNoModules(in: [TextFile(path: "web/a.js", text: "\n\(line)\n")]) == [])
    }

    @Test(arguments: WebRules.sinks)
    func `a sink in the shell is found`(sink: String) {
        let file = TextFile(path: "web/shell/views/a.js", text: "\n  a.\(sink)b\n")
        #expect(
            WebRules.sinks(in: [file]) == [Finding(file.path, line: 2, "\(sink) has no place in the shell")])
    }

    @Test(arguments: [
        "// no innerHTML", " * never eval(x)", "retrieval(x)", "a.textContent = b", "evaluate(x)",
    ])
    func `what only looks like a sink is not`(line: String) {
        #expect(WebRules.sinks(in: [TextFile(path: "web/shell/a.js", text: line)]) == [])
    }

    @Test func `the realm may do as it likes`() {
        #expect(WebRules.sinks(in: [TextFile(path: "web/realm/a.js", text: "a.innerHTML = b")]) == [])
    }
}
