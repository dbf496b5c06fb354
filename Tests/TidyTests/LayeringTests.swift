import Testing

struct LayeringTests {
    @Test func `every import is in the table of layers`() {
        let sources = Repository.files(under: "Sources")
        #expect(!sources.isEmpty)
        expectNone(Layering.imports(of: sources, layers: layers))
    }

    @Test func `the table of layers says what Package.swift says`() throws {
        let manifest = try #require(Repository.file("Package.swift"))
        expectNone(Layering.differences(between: layers, and: Manifest(manifest.text)))
    }

    @Test func `the table of layers keeps its own rules`() {
        expectNone(Layering.contradictions(in: layers))
    }

    private let sample = [
        Layer(name: "Bytes", kind: .core),
        Layer(name: "Files", kind: .shell, targets: ["Bytes"], platform: ["Glibc"]),
    ]

    @Test(arguments: [
        "import Glibc", "public import Glibc", "@testable import Glibc", "import struct Glibc.stat",
        "@_exported public import Glibc", "import Glibc.stdio", "import Bytes; import Glibc",
        "  import Glibc",
        "@preconcurrency import Glibc", "package import func Glibc.read",
    ])
    func `an import that the table does not allow is found in every form`(line: String) {
        let file = TextFile(path: "Sources/Bytes/Deep/A.swift", text: "// A\n\(line)\n")
        let found = Layering.imports(
            of: [file], layers: [Layer(name: "Bytes", kind: .core, targets: ["Bytes"])])
        #expect(found == [Finding(file.path, line: 2, "Bytes may not import Glibc")])
    }

    @Test func `an allowed import, and one in a comment or a string, is no finding`() {
        let file = TextFile(
            path: "Sources/Files/A.swift",
            text: """
                import Glibc
                public import struct Bytes.Cursor
                // import Foundation
                let a = "import B"
                """)
        #expect(Layering.imports(of: [file], layers: sample) == [])
    }

    @Test func `a target that is not in the table is found`() {
        let file = TextFile(path: "Sources/Other/A.swift", text: "")
        #expect(
            Layering.imports(of: [file], layers: sample)
                == [Finding(file.path, "target Other is not in the table of layers")])
    }

    @Test func `a manifest is read with its definitions and comments left out`() {
        let manifest = Manifest(
            """
            func source(_ name: String) {}  // source("No")
            source("Bytes"), .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["x"])]),
            program(
                "files",
                ["Bytes", "CZlib"]),
            tests("BytesTests", ["Bytes"])
            """)
        #expect(
            manifest.targets == [
                .init(name: "Bytes"), .init(name: "CZlib"),
                .init(name: "files", dependencies: ["Bytes", "CZlib"]),
            ])
        #expect(manifest.testTargets == [.init(name: "BytesTests", dependencies: ["Bytes"])])
    }

    @Test func `each difference between table and manifest is found`() {
        let manifest = Manifest(#"source("Bytes", ["Files"]), source("Extra"), tests("BytesTests")"#)
        let found = Layering.differences(between: sample, and: manifest).map(\.message)
        #expect(
            found == [
                "Bytes depends on Files only here",
                "Files is in the table of layers, but is no target",
                "target Extra is not in the table of layers",
            ])
    }

    @Test func `a target without tests and a missing arrow are found`() {
        let manifest = Manifest(#"source("Bytes"), source("Files"), tests("BytesTests")"#)
        let found = Layering.differences(between: sample, and: manifest).map(\.message)
        #expect(found == ["Files depends on Bytes only in the table of layers", "Files has no test target"])
    }

    @Test func `a downward arrow and an impure core are found`() {
        let found = Layering.contradictions(in: [
            Layer(name: "CDisk", kind: .library(isPure: false)),
            Layer(name: "Low", kind: .core, targets: ["High", "CDisk"], platform: ["Glibc"]),
            Layer(name: "High", kind: .shell, platform: ["Glibc"]),
        ])
        #expect(
            found.map(\.message) == [
                "Low depends on High, which is not above it",
                "core Low imports Glibc",
                "core Low depends on CDisk, which is none",
                "core Low depends on High, which is none",
            ])
    }
}
