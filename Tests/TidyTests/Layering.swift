/// The checks that hold the sources to the table of layers.
enum Layering {
    /// Import lines that the table does not allow.
    static func imports(of files: [TextFile], layers: [Layer]) -> [Finding] {
        files.filter { $0.isSwift && $0.parts.first == "Sources" && $0.parts.count > 2 }.flatMap { file in
            let target = file.parts[1]
            guard let layer = layers.first(where: { $0.name == target }) else {
                return [Finding(file.path, "target \(target) is not in the table of layers")]
            }
            let allowed = layer.targets.union(layer.platform)
            return importedModules(of: file).compactMap { module, line in
                allowed.contains(module)
                    ? nil : Finding(file.path, line: line, "\(target) may not import \(module)")
            }
        }
    }

    /// The modules that a file imports, with the lines that do it. A submodule counts as its module.
    static func importedModules(of file: TextFile) -> [(module: String, line: Int)] {
        var modules: [(module: String, line: Int)] = []
        for (index, line) in SwiftCode(file.text).lines.enumerated() {
            for statement in line.split(separator: ";") {
                if let module = importedModule(in: statement) { modules.append((module, index + 1)) }
            }
        }
        return modules
    }

    private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]

    private static func importedModule(in statement: Substring) -> String? {
        var words = statement.split(whereSeparator: \.isWhitespace).map(String.init)[...]
        words = words.drop { $0.hasPrefix("@") || accessLevels.contains($0) }
        guard words.popFirst() == "import" else { return nil }
        words = words.drop { kinds.contains($0) }
        return words.first.map { String($0.prefix { $0 != "." }) }
    }

    /// Differences between the table and Package.swift, and targets without tests.
    static func differences(between layers: [Layer], and manifest: Manifest) -> [Finding] {
        let path = "Package.swift"
        var findings: [Finding] = []
        for layer in layers {
            guard let target = manifest.targets.first(where: { $0.name == layer.name }) else {
                findings.append(Finding(path, "\(layer.name) is in the table of layers, but is no target"))
                continue
            }
            for name in target.dependencies.symmetricDifference(layer.targets).sorted() {
                let place = layer.targets.contains(name) ? "only in the table of layers" : "only here"
                findings.append(Finding(path, "\(layer.name) depends on \(name) \(place)"))
            }
            if case .library = layer.kind { continue }
            if !manifest.testTargets.contains(where: { $0.name == testTarget(of: layer.name) }) {
                findings.append(Finding(path, "\(layer.name) has no test target"))
            }
        }
        for target in manifest.targets where !layers.contains(where: { $0.name == target.name }) {
            findings.append(Finding(path, "target \(target.name) is not in the table of layers"))
        }
        return findings
    }

    /// Rows that break what the table itself is to keep: arrows point upward, and cores stay pure.
    static func contradictions(in layers: [Layer]) -> [Finding] {
        let table = "Tests/TidyTests/Layers.swift"
        var findings: [Finding] = []
        for (index, layer) in layers.enumerated() {
            for name in layer.targets.sorted() where !layers[..<index].contains(where: { $0.name == name }) {
                findings.append(Finding(table, "\(layer.name) depends on \(name), which is not above it"))
            }
            guard case .core = layer.kind else { continue }
            for module in layer.platform.sorted() {
                findings.append(Finding(table, "core \(layer.name) imports \(module)"))
            }
            for other in layers where layer.targets.contains(other.name) && !isPure(other) {
                findings.append(Finding(table, "core \(layer.name) depends on \(other.name), which is none"))
            }
        }
        return findings
    }

    private static func isPure(_ layer: Layer) -> Bool {
        switch layer.kind {
        case .core: true
        case .library(let isPure): isPure
        case .shell, .composition: false
        }
    }

    static func testTarget(of target: String) -> String {
        target.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Tests"
    }
}
