import Bytes

/// A JSON object whose members are looked up by key and read by kind; of equal keys the last counts ([CN4]).
///
/// It does not know what the members mean.
struct MessageObject {
    private let bytes: [UInt8]
    private let members: [JSONMember]

    init(_ bytes: [UInt8], depth: Int = JSONScanner.maxDepth) throws(JSONError) {
        var found: [JSONMember] = []
        let kind = try JSONScanner.scan(bytes, depth: depth) { found.append($0) }
        self.bytes = bytes
        // An array's elements have no keys, so in what is no object nothing is found.
        members = kind == .object ? found : []
    }

    private func member(_ key: StaticString) -> JSONMember? {
        members.last { member in
            member.key.map { JSONText.equals(key, in: bytes.span.bytes, at: $0) } ?? false
        }
    }

    func has(_ key: StaticString) -> Bool {
        member(key) != nil
    }

    func string(_ key: StaticString) throws(ServerMessageError) -> String {
        guard let member = member(key), member.kind == .string,
            let text = JSONText.string(in: bytes.span.bytes, at: member.value)
        else { throw ServerMessageError("`\(key)` is no string") }
        return text
    }

    func integer(_ key: StaticString) throws(ServerMessageError) -> Int64 {
        guard let member = member(key), member.kind == .number,
            let number = JSONText.integer(in: bytes.span.bytes, at: member.value)
        else { throw ServerMessageError("`\(key)` is no whole number") }
        return number
    }

    func bool(_ key: StaticString) throws(ServerMessageError) -> Bool {
        guard let member = member(key), member.kind == .bool else {
            throw ServerMessageError("`\(key)` is neither true nor false")
        }
        return JSONText.bool(in: bytes.span.bytes, at: member.value)
    }

    /// The bytes of an object.
    func objectBytes(_ key: StaticString) throws(ServerMessageError) -> [UInt8] {
        guard let member = member(key), member.kind == .object else {
            throw ServerMessageError("`\(key)` is no object")
        }
        return Array(bytes[member.value])
    }

    func object(_ key: StaticString) throws(ServerMessageError) -> MessageObject {
        try MessageObject.read(try objectBytes(key))
    }

    /// The objects in an array.
    func objects(_ key: StaticString) throws(ServerMessageError) -> [MessageObject] {
        guard let member = member(key), member.kind == .array else {
            throw ServerMessageError("`\(key)` is no list")
        }
        let list = Array(bytes[member.value])
        var elements: [JSONMember] = []
        do {
            try JSONScanner.scan(list) { elements.append($0) }
        } catch {
            throw ServerMessageError(error.description)
        }
        var objects: [MessageObject] = []
        for element in elements {
            guard element.kind == .object else {
                throw ServerMessageError("`\(key)` holds what is no object")
            }
            objects.append(try MessageObject.read(Array(list[element.value])))
        }
        return objects
    }

    /// Of bytes that ought to be an object.
    static func read(
        _ bytes: [UInt8], depth: Int = JSONScanner.maxDepth
    ) throws(ServerMessageError) -> MessageObject {
        do {
            return try MessageObject(bytes, depth: depth)
        } catch {
            throw ServerMessageError(error.description)
        }
    }
}
