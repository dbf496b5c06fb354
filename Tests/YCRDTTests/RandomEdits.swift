import TestSupport
import YCRDT

/// Edits of every shared type, made up by a seed; a position is taken modulo what is there.
struct RandomEdits {
    var random: SeededGenerator
    /// Whether surrogate pairs may be cut, on which only Yjs and we agree. Nothing is formatted then: a
    /// format that changes nothing cuts where it is made, of which nobody else hears, in Yjs too.
    let cutsPairs: Bool

    private static let texts = [
        "a", "b", "hello", " ", "\n", "äß", "日本語", "😀", "👩‍👩‍👧", "e\u{301}", "עברית", "x😀y", "0123456789",
    ]
    private static let keys = ["k1", "k2", "k3"]

    mutating func edits() -> [AnyValue] {
        (0..<1 + random.below(3)).map { _ in edit() }
    }

    private mutating func edit() -> AnyValue {
        switch random.below(10) {
        case 0..<5: text()
        case 5..<7: map()
        case 7..<9: array()
        default: xml()
        }
    }

    private var at: AnyValue {
        mutating get { .number(Double(random.below(1000))) }
    }

    private mutating func attributes(isFormat: Bool) -> AnyValue {
        let values: [AnyValue] = isFormat ? [true, .null, "red"] : [true, "red"]
        return .object([random.pick(["bold", "color"]): random.pick(values)])
    }

    private mutating func text() -> AnyValue {
        var edit: [String: AnyValue] = ["type": "text", "at": at, "cuts": .bool(cutsPairs)]
        if random.chance(25) { edit["in"] = .string(random.pick(RandomEdits.keys)) }
        switch random.below(cutsPairs ? 8 : 10) {
        case 0..<5:
            edit["op"] = "insert"
            edit["text"] = .string(random.pick(RandomEdits.texts))
            if random.chance(15) { edit["attributes"] = attributes(isFormat: false) }
        case 5..<8:
            edit["op"] = "delete"
            edit["length"] = .number(Double(1 + random.below(6)))
        case 8:
            edit["op"] = "format"
            edit["length"] = .number(Double(1 + random.below(9)))
            edit["attributes"] = attributes(isFormat: true)
        default:
            edit["op"] = "embed"
            edit["value"] = ["image": "i.png"]
        }
        return .object(edit)
    }

    private mutating func value() -> AnyValue {
        random.pick([
            "text", 1, -7, 2.5, true, false, .null, ["hex": "00ff7f"], [1, "two", [3]], ["a": ["b": 1]],
            .number(Double(random.below(100_000))), 4_294_967_296, 0.1,
        ])
    }

    private mutating func map() -> AnyValue {
        var edit: [String: AnyValue] = ["type": "map", "key": .string(random.pick(RandomEdits.keys))]
        if random.chance(30) { edit["in"] = .string(random.pick(RandomEdits.keys)) }
        switch random.below(10) {
        case 0..<5:
            edit["op"] = "set"
            edit["value"] = value()
        case 5..<8:
            edit["op"] = "nest"
            edit["kind"] = .string(random.pick(["text", "map", "array"]))
        default: edit["op"] = "remove"
        }
        return .object(edit)
    }

    private mutating func array() -> AnyValue {
        var edit: [String: AnyValue] = ["type": "array", "at": at]
        if random.chance(25) { edit["in"] = .string(random.pick(RandomEdits.keys)) }
        switch random.below(10) {
        case 0..<5:
            edit["op"] = "insert"
            edit["values"] = .array((0..<1 + random.below(3)).map { _ in value() })
        case 5..<8:
            edit["op"] = "delete"
            edit["length"] = .number(Double(1 + random.below(3)))
        default:
            edit["op"] = "nest"
            edit["kind"] = .string(random.pick(["text", "map", "array"]))
        }
        return .object(edit)
    }

    private mutating func xml() -> AnyValue {
        var edit: [String: AnyValue] = ["type": "xml", "at": at]
        switch random.below(6) {
        case 0:
            edit["op"] = "element"
            edit["name"] = .string(random.pick(["p", "DIV", "ul"]))
        case 1: edit["op"] = "text"
        case 2:
            edit["op"] = "attribute"
            edit["key"] = .string(random.pick(["id", "class"]))
            edit["text"] = .string(random.pick(["x", "y"]))
        case 3, 4:
            edit["op"] = "inner"
            edit["text"] = .string(random.pick(RandomEdits.texts))
            edit["key"] = "b"
        default: edit["op"] = "delete"
        }
        return .object(edit)
    }
}
