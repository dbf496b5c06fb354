internal import Bytes
internal import HubProtocol

/// A document of the original's `messages` collection as an op of a log.
///
/// The payload is the document without `_id` and `room`. Its own `from` and `timestamp` stay: what the
/// original knew of a sender beyond the name, and the time of its clock, which may have run backwards.
struct DumpedMessage {
    let room: RoomName
    let at: Int64
    let author: Author
    let type: String
    let name: String?
    let payload: Payload

    /// - Parameter newest: the time that an op without one has, by room.
    init(_ line: [UInt8], after newest: [RoomName: Int64]) throws(SessionLineError) {
        try SessionLineParser.checkUTF8(line)
        var members: [JSONMember] = []
        guard try SessionLineParser.scan(line, { members.append($0) }) == .object else {
            throw SessionLineError("not a document: one JSON object a line, as without --jsonArray")
        }
        let document = Document(line: line, members: members)
        guard let roomText = document.text("room") else { throw SessionLineError("no `room`") }
        guard let room = RoomName(roomText) else {
            throw SessionLineError("'\(roomText)' is no name that a room can have")
        }
        self.room = room
        at = try document.time() ?? newest[room] ?? 0
        author = document.author()
        payload = Payload(bytes: document.payload())
        guard let identity = OpIdentity(payload),
            (1...MessageLimits.key).contains(identity.type.utf8.count)
        else {
            throw SessionLineError("no `type` of 1 to \(MessageLimits.key) bytes")
        }
        guard (identity.name ?? "").utf8.count <= MessageLimits.key else {
            throw SessionLineError("a `name` of more than \(MessageLimits.key) bytes")
        }
        guard payload.bytes.count <= MessageLimits.message else {
            throw SessionLineError(
                "the op has \(payload.bytes.count) bytes, and a hub takes \(MessageLimits.message)")
        }
        (type, name) = (identity.type, identity.name)
    }

    private struct Document {
        let line: [UInt8]
        let members: [JSONMember]

        private func find(_ name: StaticString) -> JSONMember? {
            members.last { member in
                member.key.map { JSONText.equals(name, in: line.span.bytes, at: $0) } ?? false
            }
        }

        func text(_ name: StaticString) -> String? {
            guard let member = find(name), member.kind == .string else { return nil }
            return JSONText.string(in: line.span.bytes, at: member.value)
        }

        /// Nil where there is none.
        func time() throws(SessionLineError) -> Int64? {
            guard let member = find("timestamp"), member.kind != .null else { return nil }
            guard let ms = ExtendedJSON.milliseconds(line, member.value, member.kind) else {
                throw SessionLineError("the `timestamp` is no time in milliseconds since 1970")
            }
            return ms
        }

        /// The participant's id is made of what tells people apart, so that one is the same in all rooms.
        func author() -> Author {
            guard let from = find("from"), from.kind == .object,
                let members = try? SessionMembers(Array(line[from.value]), of: "from")
            else { return Author(id: "chat.os", name: "chat.os") }
            let name = members.string("name") ?? ""
            let key = members.string("email") ?? name
            let hash = ChainLink(bytes: SHA256().hash(Array(key.utf8)))?.description ?? ""
            return Author(id: "chat.os-\(hash.prefix(16))", name: Document.printable(name))
        }

        /// A name as [HI1] has it.
        private static func printable(_ name: String) -> String {
            var kept = ""
            for scalar in name.unicodeScalars {
                let isControl = scalar.properties.generalCategory == .control
                let next = isControl ? " " : String(scalar)
                guard kept.utf8.count + next.utf8.count <= 64 else { break }
                kept += next
            }
            return kept.isEmpty ? "chat.os" : kept
        }

        func payload() -> [UInt8] {
            var out: [UInt8] = [UInt8(ascii: "{")]
            for member in members {
                guard let key = member.key,
                    !JSONText.equals("_id", in: line.span.bytes, at: key),
                    !JSONText.equals("room", in: line.span.bytes, at: key)
                else { continue }
                if out.count > 1 { out.append(UInt8(ascii: ",")) }
                out += line[key]
                out.append(UInt8(ascii: ":"))
                ExtendedJSON.appendPlain(line, member.value, member.kind, to: &out)
            }
            out.append(UInt8(ascii: "}"))
            return out
        }
    }
}
