/// The check for calls and operators that have no place in the sources.
enum BannedCalls {
    private struct Ban {
        /// An identifier or keyword, and what must follow it, spaces aside, to be meant.
        var word: String
        var follower: String
        var reason: String
    }

    private static let bans: [Ban] = {
        let output = "output goes through the one place that owns it"
        let trap = "a mistake of a peer or a disk must not end the hub"
        return [
            Ban(word: "print", follower: "(", reason: output),
            Ban(word: "debugPrint", follower: "(", reason: output),
            Ban(word: "dump", follower: "(", reason: output),
            Ban(word: "NSLog", follower: "(", reason: output),
            Ban(word: "fatalError", follower: "(", reason: trap),
            Ban(word: "try", follower: "!", reason: trap),
            Ban(word: "as", follower: "!", reason: trap),
        ]
    }()

    static func calls(in files: [TextFile]) -> [Finding] {
        files.filter { $0.isSwift && $0.parts.first == "Sources" }.flatMap { file in
            SwiftCode(file.text).lines.enumerated().flatMap { index, line in
                SwiftCode.words(in: line).compactMap { word, rest in
                    ban(on: word, followedBy: rest).map {
                        Finding(
                            file.path, line: index + 1, "\($0.word)\($0.follower) is banned: \($0.reason)")
                    }
                }
            }
        }
    }

    private static func ban(on word: String, followedBy rest: String) -> Ban? {
        // Operators stand close: `try !done` negates, `try! done` insists.
        bans.first { ban in
            let follower = ban.follower == "(" ? rest.drop { $0 == " " } : rest[...]
            return ban.word == word && follower.hasPrefix(ban.follower)
        }
    }
}
