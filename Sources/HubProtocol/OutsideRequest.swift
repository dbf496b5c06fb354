import Bytes

/// What a `request` asks the hub to fetch from elsewhere, and what is to become of the answer ([RQ1]).
///
/// It is not judged here whether the address may be asked, nor what stands for a secret in it.
public struct OutsideRequest: Hashable, Sendable {
    public struct Header: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public let url: String
    public let method: String
    public let headers: [Header]
    public let body: [UInt8]?
    /// The type of the op that holds the answer.
    public let responseType: String
    /// Its name; nil for one that is never current.
    public let responseName: String?
    /// An answer that the room has may be so many seconds old; nil has it asked in any case ([RQ7]).
    public let maxAgeS: UInt64?

    public init(
        url: String, method: String = "GET", headers: [Header] = [], body: [UInt8]? = nil,
        responseType: String = OutsideRequest.plainType, responseName: String? = nil,
        maxAgeS: UInt64? = nil
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.responseType = responseType
        self.responseName = responseName
        self.maxAgeS = maxAgeS
    }

    public static let plainType = "response"

    /// A definition's request at its firing; nil for what is none any more.
    public init?(firing payload: Payload) {
        do {
            self = try OutsideRequest(payload.bytes.span.bytes, MemberReader(code: .badOp, id: nil))
        } catch {
            return nil
        }
    }
}

extension OutsideRequest {
    /// Those that ask or tell; nothing that would make a tunnel.
    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    /// What an answer can't be: it would do more than be there.
    private static let unanswerable: Set<String> = [
        "upgrade", "remove", "reset", "import", "request", "replay", "rollcall", "joined", "disconnected",
        "erased", DocumentOp.type,
    ]
    /// A year: what may be older need not be asked for anew at all.
    private static let oldest: UInt64 = 31_536_000
    /// As long as the fetcher takes them.
    private static let longestURL = 8192

    init(_ bytes: RawSpan, _ reader: MemberReader) throws(ProtocolError) {
        let urlMember = MessageMembers.find("url", in: bytes)
        guard let url = try reader.string("url", urlMember, in: bytes, length: 1...OutsideRequest.longestURL)
        else {
            throw reader.fail("`request` needs a `url`")
        }
        self.url = url
        var headers = try OutsideRequest.headers(bytes, reader)
        body = try OutsideRequest.body(bytes, &headers, reader)
        self.headers = headers
        let methodMember = MessageMembers.find("method", in: bytes)
        let method = try reader.string("method", methodMember, in: bytes, length: 1...16)?.uppercased()
        self.method = method ?? (body == nil ? "GET" : "POST")
        guard OutsideRequest.methods.contains(self.method) else {
            throw reader.fail("`method` may be \(OutsideRequest.methods.sorted().joined(separator: ", "))")
        }
        let length = 1...MessageLimits.key
        let typeMember = MessageMembers.find("responseType", in: bytes)
        responseType =
            try reader.string("responseType", typeMember, in: bytes, length: length)
            ?? OutsideRequest.plainType
        guard !OutsideRequest.unanswerable.contains(responseType) else {
            throw reader.fail("`responseType` can't be `\(responseType)`")
        }
        let nameMember = MessageMembers.find("responseName", in: bytes)
        let name = try reader.string("responseName", nameMember, in: bytes, length: 0...MessageLimits.key)
        if let name, StoredName.isReserved(name) {
            throw reader.fail("`responseName` may not begin with U+0001 or U+0002")
        }
        responseName = name?.isEmpty == true ? nil : name
        maxAgeS = try reader.count("maxAge", MessageMembers.find("maxAge", in: bytes), in: bytes)
        if let maxAgeS, responseName == nil || maxAgeS > OutsideRequest.oldest {
            throw reader.fail("`maxAge` needs a `responseName`, and is at most \(OutsideRequest.oldest) s")
        }
    }

    private static func headers(_ bytes: RawSpan, _ reader: MemberReader) throws(ProtocolError) -> [Header] {
        guard let member = MessageMembers.find("headers", in: bytes), member.kind != .null else { return [] }
        guard member.kind == .object else { throw reader.fail("`headers` must be an object of strings") }
        let object = bytes.extracting(member.value)
        var members: [JSONMember] = []
        _ = try? JSONScanner.scan(object) { members.append($0) }
        var headers: [Header] = []
        for member in members {
            guard member.kind == .string, let key = member.key,
                let name = JSONText.string(in: object, at: key),
                let value = JSONText.string(in: object, at: member.value)
            else { throw reader.fail("`headers` must be an object of strings") }
            headers.append(Header(name: name, value: value))
        }
        return headers
    }

    /// A string goes as it is, anything else as the JSON that it is.
    private static func body(
        _ bytes: RawSpan, _ headers: inout [Header], _ reader: MemberReader
    ) throws(ProtocolError) -> [UInt8]? {
        guard let member = MessageMembers.find("data", in: bytes), member.kind != .null else { return nil }
        guard member.kind == .string else {
            if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                headers.append(Header(name: "Content-Type", value: "application/json"))
            }
            return bytes.extracting(member.value).withUnsafeBytes { [UInt8]($0) }
        }
        guard let text = JSONText.string(in: bytes, at: member.value) else {
            throw reader.fail("`data` has half a surrogate pair")
        }
        return Array(text.utf8)
    }
}
