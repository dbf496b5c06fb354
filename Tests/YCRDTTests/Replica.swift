import YCRDT

/// A document of any implementation, as the interop tests see it.
protocol Replica: AnyObject {
    var name: String { get }
    /// Performs edits as one transaction; returns the updates that this makes.
    func edit(_ edits: [AnyValue]) throws -> [[UInt8]]
    func apply(_ update: [UInt8]) throws
    func full(from vector: StateVector?) throws -> [UInt8]
    func state() throws -> (vector: StateVector, dump: AnyValue)
}

/// One in a peer's process.
final class PeerReplica: Replica {
    let name: String
    private let peer: Peer
    private let number: Int

    init(_ peer: Peer, _ kind: Peer.Kind, number: Int, client: Int) throws {
        self.peer = peer
        self.number = number
        name = "\(kind.rawValue) \(number)"
        _ = try peer.ask(["do": "new", "r": .number(Double(number)), "client": .number(Double(client))])
    }

    deinit {
        _ = try? peer.ask(["do": "drop", "r": .number(Double(number))])
    }

    func edit(_ edits: [AnyValue]) throws -> [[UInt8]] {
        let answer = try peer.ask(["do": "edit", "r": .number(Double(number)), "edits": .array(edits)])
        guard case .array(let updates)? = answer["updates"] else { return [] }
        return updates.map(\.bytes)
    }

    func apply(_ update: [UInt8]) throws {
        _ = try peer.ask(["do": "apply", "r": .number(Double(number)), "update": .hex(update)])
    }

    func full(from vector: StateVector?) throws -> [UInt8] {
        var command: [String: AnyValue] = ["do": "full", "r": .number(Double(number))]
        if let vector { command["vector"] = .hex(vector.encoded()) }
        return try peer.ask(.object(command))["update"]?.bytes ?? []
    }

    func state() throws -> (vector: StateVector, dump: AnyValue) {
        let answer = try peer.ask(["do": "state", "r": .number(Double(number))])
        return (try StateVector(decoding: answer["vector"]?.bytes ?? []), answer["dump"] ?? .null)
    }
}

/// One of ours.
final class OwnReplica: Replica {
    let name: String
    let doc: YDoc

    init(number: Int, client: Int) {
        name = "own \(number)"
        doc = YDoc(clientID: ClientID(client))
    }

    func apply(_ update: [UInt8]) throws {
        try doc.apply(update)
    }

    func full(from vector: StateVector?) throws -> [UInt8] {
        doc.encodeStateAsUpdate(from: vector ?? StateVector())
    }

    func state() throws -> (vector: StateVector, dump: AnyValue) {
        let dump: AnyValue = [
            "text": Dump.text(doc.text("text")), "map": Dump.map(doc.map("map")),
            "array": Dump.array(doc.array("array")),
            "xml": ["c": .array(doc.xmlFragment("xml").children.map { Dump.value(.shared($0)) })],
        ]
        return (doc.stateVector, dump)
    }

    func edit(_ edits: [AnyValue]) throws -> [[UInt8]] {
        let update = doc.edit {
            for edit in edits { perform(edit) }
        }
        return update.isEmpty ? [] : [update]
    }

    private func perform(_ edit: AnyValue) {
        switch edit["type"]?.text {
        case "text": find(edit, in: doc.text("text")).map { perform(edit, on: $0) }
        case "map": find(edit, in: doc.map("map")).map { perform(edit, on: $0) }
        case "array": find(edit, in: doc.array("array")).map { perform(edit, on: $0) }
        default: perform(edit, on: doc.xmlFragment("xml"))
        }
    }

    private func find<Type: SharedType>(_ edit: AnyValue, in root: Type) -> Type? {
        guard let key = edit["in"]?.text else { return root }
        return doc.map("map")[key]?.shared(as: Type.self)
    }

    /// A position that is not inside a surrogate pair, unless that is wanted.
    private func border(_ text: YText, _ at: Int, _ edit: AnyValue) -> Int {
        if edit["cuts"] == true { return at }
        var index = 0
        for run in text.runs {
            guard case .text(let string) = run.content else {
                if at == index { return at }
                index += 1
                continue
            }
            let units = Array(string.utf16)
            if at < index + units.count {
                return UTF16.isTrailSurrogate(units[at - index]) ? at - 1 : at
            }
            index += units.count
        }
        return at
    }

    private func perform(_ edit: AnyValue, on text: YText) {
        let start = border(text, (edit["at"]?.int ?? 0) % (text.length + 1), edit)
        let length = border(text, min(start + (edit["length"]?.int ?? 0), text.length), edit) - start
        var attributes: [String: AnyValue]?
        if case .object(let members)? = edit["attributes"] { attributes = members }
        switch edit["op"]?.text {
        case "insert": text.insert(edit["text"]?.text ?? "", at: start, attributes: attributes)
        case "embed": text.insertEmbed(edit["value"] ?? .null, at: start, attributes: [:])
        case "delete": text.delete(at: start, length: length)
        default: text.format(at: start, length: length, attributes ?? [:])
        }
    }

    private func perform(_ edit: AnyValue, on map: YMap) {
        let key = edit["key"]?.text ?? ""
        switch edit["op"]?.text {
        case "set": map.set(key, Dump.plain(edit["value"] ?? .null))
        case "remove": map.remove(key)
        default:
            switch edit["kind"]?.text {
            case "text": _ = map.set(key, YText.self)
            case "map": _ = map.set(key, YMap.self)
            default: _ = map.set(key, YArray.self)
            }
        }
    }

    private func perform(_ edit: AnyValue, on array: YArray) {
        let at = edit["at"]?.int ?? 0
        switch edit["op"]?.text {
        case "insert":
            guard case .array(let values)? = edit["values"] else { return }
            array.insert(values.map(Dump.plain), at: at % (array.count + 1))
        case "delete":
            guard array.count > 0 else { return }
            let start = at % array.count
            array.delete(at: start, count: min(edit["length"]?.int ?? 0, array.count - start))
        default:
            switch edit["kind"]?.text {
            case "text": _ = array.insert(YText.self, at: at % (array.count + 1))
            case "map": _ = array.insert(YMap.self, at: at % (array.count + 1))
            default: _ = array.insert(YArray.self, at: at % (array.count + 1))
            }
        }
    }

    private func perform(_ edit: AnyValue, on xml: YXmlFragment) {
        let at = edit["at"]?.int ?? 0
        switch edit["op"]?.text {
        case "element": xml.insertElement(edit["name"]?.text ?? "", at: at % (xml.count + 1))
        case "text": xml.insertText(at: at % (xml.count + 1))
        default:
            guard xml.count > 0 else { return }
            if edit["op"]?.text == "delete" { return xml.delete(at: at % xml.count) }
            let child = SharedValue.shared(xml.children[at % xml.count])
            let key = edit["key"]?.text ?? ""
            if edit["op"]?.text == "attribute" {
                child.shared(as: YXmlElement.self)?.setAttribute(key, edit["text"] ?? .null)
            } else if let text = child.shared(as: YXmlText.self) {
                text.insert(edit["text"]?.text ?? "", at: 0)
            } else {
                child.shared(as: YXmlElement.self)?.insertElement(key, at: 0)
            }
        }
    }
}

/// What a document holds, written as the peers write it.
enum Dump {
    /// Bytes have no JSON, so that edits have them as an object.
    static func plain(_ value: AnyValue) -> AnyValue {
        if let hex = value["hex"] { return .bytes(hex.bytes) }
        return value
    }

    static func text(_ text: some FormattedText) -> AnyValue {
        let runs = text.runs.map { run -> AnyValue in
            let content: AnyValue =
                switch run.content {
                case .text(let text): .string(text)
                case .embed(let value): ["e": value.value ?? .null]
                }
            return ["i": content, "a": .object(run.attributes)]
        }
        return ["text": .array(runs)]
    }

    static func map(_ map: YMap) -> AnyValue {
        let members = map.keys.compactMap { key in map[key].map { (key, value($0)) } }
        return ["map": .object(Dictionary(members) { _, last in last })]
    }

    static func array(_ array: YArray) -> AnyValue {
        ["array": .array(array.values.map(value))]
    }

    static func value(_ value: SharedValue) -> AnyValue {
        if let text = value.shared(as: YText.self) { return self.text(text) }
        if let text = value.shared(as: YXmlText.self) { return self.text(text) }
        if let map = value.shared(as: YMap.self) { return self.map(map) }
        if let array = value.shared(as: YArray.self) { return self.array(array) }
        if let element = value.shared(as: YXmlElement.self) {
            return [
                "n": .string(element.name), "a": .object(element.attributes),
                "c": .array(element.children.map { self.value(.shared($0)) }),
            ]
        }
        if case .bytes(let bytes)? = value.value { return ["hex": .hex(bytes)] }
        return ["v": value.value ?? .null]
    }
}
