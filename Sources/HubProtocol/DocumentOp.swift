import Bytes

/// An update of a document as the log has it: JSON like every other op, the update's bytes in Base64 ([DO4]).
///
/// It does not look into the update.
public struct DocumentOp: Hashable, Sendable {
    public static let type = "document"

    public let name: DocumentName
    public let update: [UInt8]

    public init(name: DocumentName, update: [UInt8]) {
        self.name = name
        self.update = update
    }

    public var payload: Payload {
        var out: [UInt8] = []
        out.reserveCapacity(update.count / 3 * 4 + name.text.utf8.count + 48)
        out.append(literal: "{\"type\":\"document\"")
        out.append(member: "doc", name.text)
        out.append(literal: ",\"update\":\"")
        out.append(contentsOf: Base64.encode(update).utf8)
        out.append(literal: "\"}")
        return Payload(bytes: out)
    }

    /// Nil for the payload of any other op.
    public init?(_ payload: Payload) {
        let bytes = payload.bytes.span.bytes
        guard DocumentOp.text("type", in: bytes) == DocumentOp.type,
            let name = DocumentOp.text("doc", in: bytes).flatMap({ DocumentName($0) }),
            let update = DocumentOp.text("update", in: bytes).flatMap({ Base64.decode($0) })
        else { return nil }
        self.init(name: name, update: update)
    }

    private static func text(_ key: StaticString, in bytes: RawSpan) -> String? {
        guard let member = MessageMembers.find(key, in: bytes), member.kind == .string else { return nil }
        return JSONText.string(in: bytes, at: member.value)
    }
}

extension LoggedOp {
    /// The document that this op is an update of.
    public var document: DocumentName? { DocumentName(ofType: type, stored: name) }
}
