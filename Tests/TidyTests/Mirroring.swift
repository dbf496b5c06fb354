/// The checks that every source file has its test file and every test file its source.
///
/// A file's path inside its target is free; its name is what is mirrored.
enum Mirroring {
    /// A source file without a test file of its own, and why that is right.
    struct Exception {
        var path: String
        var reason: String

        init(_ path: String, _ reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// Source files without a test file, and exceptions that are none any more.
    static func sourcesWithoutTests(in files: [TextFile], exceptions: [Exception]) -> [Finding] {
        let tests = Set(files.filter(isTest).map { mirrorKey(target: $0.parts[1], stem: $0.stem) })
        var findings: [Finding] = []
        var needed: Set<String> = []
        for file in files where isSource(file) {
            let target = Layering.testTarget(of: file.parts[1])
            let name = file.stem + "Tests"
            if tests.contains(mirrorKey(target: target, stem: name)) { continue }
            if exceptions.contains(where: { $0.path == file.path }) {
                needed.insert(file.path)
            } else {
                findings.append(Finding(file.path, "has no test file Tests/\(target)/\(name).swift"))
            }
        }
        for exception in exceptions where !needed.contains(exception.path) {
            findings.append(Finding(exception.path, "is an exception from mirroring, and needs none"))
        }
        return findings
            + exceptions.filter(\.reason.isEmpty).map { Finding($0.path, "an exception needs a reason") }
    }

    /// Whether a file tests a source, or a topic of one: `ServerRoomTests` is about `Server`.
    private static func isTopic(_ file: TextFile, of sources: Set<String>) -> Bool {
        let key = mirrorKey(target: file.parts[1], stem: file.stem)
        return sources.contains { key.hasPrefix($0.dropLast("Tests".count)) }
    }

    /// Test files whose source is gone, that test nothing, or whose names hide that they test.
    static func testsWithoutSources(in files: [TextFile], targets: [String]) -> [Finding] {
        let sources = Set(
            files.filter(isSource).map {
                mirrorKey(target: Layering.testTarget(of: $0.parts[1]), stem: $0.stem + "Tests")
            })
        let mirrored = Set(targets.map(Layering.testTarget))
        return files.filter { $0.isSwift && $0.parts.first == "Tests" && $0.parts.count > 2 }.compactMap {
            file in
            let hasTest = SwiftCode(file.text).text.contains("@Test")
            guard isTest(file) else {
                return hasTest ? Finding(file.path, "holds tests, so its name must end in Tests") : nil
            }
            if !hasTest { return Finding(file.path, "holds no test") }
            if mirrored.contains(file.parts[1]), !isTopic(file, of: sources) {
                return Finding(file.path, "tests no source file of its target")
            }
            return nil
        }
    }

    private static func isSource(_ file: TextFile) -> Bool {
        file.isSwift && file.parts.first == "Sources" && file.parts.count > 2
    }

    private static func isTest(_ file: TextFile) -> Bool {
        file.isSwift && file.parts.first == "Tests" && file.parts.count > 2 && file.stem.hasSuffix("Tests")
    }

    private static func mirrorKey(target: String, stem: String) -> String { target + "/" + stem }
}
