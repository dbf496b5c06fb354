import Testing

struct NamingTests {
    @Test func `no name in the sources is an empty word`() {
        expectNone(Naming.emptyNames(in: Repository.files(under: "Sources")))
    }

    @Test func `no type has the name of its module`() {
        expectNone(Naming.typesNamedAsTheirModule(in: Repository.files(under: "Sources")))
    }

    @Test(arguments: [
        "Sources/Core/A.swift", "Sources/HubCommon/A.swift", "Sources/Hub/Helpers/A.swift",
        "Sources/Hub/RoomManager.swift", "Sources/Hub/StringUtils.swift", "Sources/Hub/Room+Helper.swift",
    ])
    func `an empty word is found in a target, a folder and a file`(path: String) {
        #expect(Naming.emptyNames(in: [TextFile(path: path, text: "")]).count == 1)
    }

    @Test func `a word that only contains an empty one is no finding`() {
        #expect(Naming.emptyNames(in: [TextFile(path: "Sources/Scores/Commonplace.swift", text: "")]) == [])
    }

    @Test(arguments: ["struct", "final class", "public enum", "actor", "protocol", "typealias"])
    func `a type named as its module is found`(keyword: String) {
        let file = TextFile(path: "Sources/Replay/A.swift", text: "\n\(keyword) Replay: B {}\n")
        #expect(
            Naming.typesNamedAsTheirModule(in: [file])
                == [Finding(file.path, line: 2, "type Replay has the name of its module")])
    }

    @Test func `other types, and the name in a comment, are no finding`() {
        let file = TextFile(
            path: "Sources/Replay/A.swift",
            text: "// struct Replay\nstruct Replayer {}\nclass func Replay() {}\n")
        #expect(Naming.typesNamedAsTheirModule(in: [file]) == [])
    }
}
