import Bytes
import HubProtocol

/// The members of a line of the admin socket: texts, whole numbers and switches by name.
///
/// It does not know which a request must have.
struct AdminFields {
    enum Value {
        case text(String)
        case number(UInt64)
        case bool(Bool)
    }

    private let bytes: [UInt8]
    private var members: [JSONMember] = []

    init(_ line: [UInt8]) throws(AdminError) {
        bytes = line
        var found: [JSONMember] = []
        do {
            _ = try UTF8Span(validating: line.span)
            guard try JSONScanner.scan(line, { found.append($0) }) == .object else {
                throw AdminError(.badRequest, "the line is no object")
            }
        } catch let error as AdminError {
            throw error
        } catch {
            throw AdminError(.badRequest, "the line can't be read: \(error)")
        }
        members = found
    }

    private func find(_ name: String) -> JSONMember? {
        members.last { member in
            member.key.flatMap { JSONText.string(in: bytes.span.bytes, at: $0) } == name
        }
    }

    func has(_ name: String) -> Bool {
        find(name) != nil
    }

    func text(_ name: String) -> String? {
        guard let member = find(name), member.kind == .string else { return nil }
        return JSONText.string(in: bytes.span.bytes, at: member.value)
    }

    func number(_ name: String) -> UInt64? {
        guard let member = find(name), member.kind == .number else { return nil }
        return JSONText.integer(in: bytes.span.bytes, at: member.value).flatMap { UInt64(exactly: $0) }
    }

    func room(_ name: String) throws(AdminError) -> RoomName {
        guard let room = text(name).flatMap({ RoomName($0) }) else {
            throw AdminError(.badRequest, "`\(name)` is no name that a room can have")
        }
        return room
    }

    func seq(_ name: String) throws(AdminError) -> Seq {
        guard let seq = number(name).flatMap({ Seq($0) }), seq > .none else {
            throw AdminError(.badRequest, "`\(name)` is no seq")
        }
        return seq
    }

    static func line(_ fields: [(key: String, value: Value)]) -> [UInt8] {
        var line: [UInt8] = [UInt8(ascii: "{")]
        for (index, field) in fields.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            line.appendJSON(field.key)
            line.append(UInt8(ascii: ":"))
            switch field.value {
            case .text(let text): line.appendJSON(text)
            case .number(let number): line.appendJSON(number)
            case .bool(let isTrue): line += Array((isTrue ? "true" : "false").utf8)
            }
        }
        line.append(UInt8(ascii: "}"))
        return line
    }
}
