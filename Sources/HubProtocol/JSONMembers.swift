import Bytes

/// Writing members of a JSON object behind others.
extension [UInt8] {
    mutating func append(literal text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(key: StaticString) {
        append(literal: ",\"")
        append(literal: key)
        append(literal: "\":")
    }

    mutating func append(member key: StaticString, _ text: String) {
        append(key: key)
        appendJSON(text)
    }

    mutating func append(member key: StaticString, _ number: some BinaryInteger) {
        append(key: key)
        appendJSON(number)
    }

    mutating func append(member key: StaticString, _ author: Author) {
        append(key: key)
        append(literal: "{")
        append(author)
        append(literal: "}")
    }

    private mutating func append(_ author: Author) {
        append(literal: "\"id\":")
        appendJSON(author.id)
        append(literal: ",\"name\":")
        appendJSON(author.name)
    }

    mutating func append(participants: [Participant]) {
        append(literal: "[")
        for (index, participant) in participants.enumerated() {
            append(literal: index == 0 ? "{" : ",{")
            append(participant.author)
            append(member: "connections", participant.connections)
            append(literal: "}")
        }
        append(literal: "]")
    }
}
