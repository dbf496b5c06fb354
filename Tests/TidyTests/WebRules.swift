/// The checks on the browser's side: modules only, and a shell that never turns text into markup or code.
enum WebRules {
    /// What in the trusted page would let a participant's text become more than text.
    static let sinks = [
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "createContextualFragment",
        "srcdoc",
        "eval(", "new Function(",
    ]

    /// Scripts that neither import nor export: they would share the page's globals. The gallery's are tools,
    /// which run in a room's page as a participant would write them.
    static func scriptsThatAreNoModules(in files: [TextFile]) -> [Finding] {
        let modules = files.filter {
            isScript($0) && $0.parts.first == "web" && !$0.path.hasPrefix("web/gallery/")
        }
        return modules.filter { file in
            !file.lines.contains { line in
                ["import ", "import{", "export ", "export{"].contains { line.hasPrefix($0) }
            }
        }.map { Finding($0.path, "neither imports nor exports, so it is no module") }
    }

    /// Lines of the shell that hold a sink. Lines that are only comment may name one.
    static func sinks(in files: [TextFile]) -> [Finding] {
        files.filter { isScript($0) && $0.path.hasPrefix("web/shell/") }.flatMap { file in
            file.lines.enumerated().flatMap { index, line -> [Finding] in
                let code = line.drop(while: \.isWhitespace)
                if ["//", "*", "/*"].contains(where: { code.hasPrefix($0) }) { return [] }
                return sinks.filter { contains($0, in: code) }.map {
                    Finding(file.path, line: index + 1, "\($0) has no place in the shell")
                }
            }
        }
    }

    private static func isScript(_ file: TextFile) -> Bool {
        file.path.hasSuffix(".js") || file.path.hasSuffix(".mjs")
    }

    /// Whether the line holds the sink as a word of its own: `retrieval(` is no `eval(`.
    private static func contains(_ sink: String, in line: Substring) -> Bool {
        var rest = line
        while let range = rest.firstRange(of: sink) {
            let before =
                range.lowerBound == line.startIndex ? nil : line[line.index(before: range.lowerBound)]
            if before.map({ !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }) ?? true { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }
}
