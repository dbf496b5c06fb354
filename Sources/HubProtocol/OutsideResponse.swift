import Bytes

/// What came of an ``OutsideRequest``, and the op that tells it ([RQ2]).
public enum OutsideResponse: Hashable, Sendable {
    case answer(url: String, status: Int, headers: [OutsideRequest.Header], body: [UInt8])
    /// An answer whose body was no text, and is a file of the room now.
    case file(url: String, status: Int, headers: [OutsideRequest.Header], AssetHash, AssetType)
    /// Nobody answered, or nobody was asked; why, in words for the one who asked.
    case failure(String)

    /// What of it can be kept as a file; nil where the body is text, or none that is kept.
    public var file: (type: AssetType, bytes: [UInt8])? {
        guard case .answer(_, _, _, let body) = self, String(validating: body, as: UTF8.self) == nil else {
            return nil
        }
        return AssetType(sniffing: body).map { ($0, body) }
    }

    /// The same with a file in the place of its body.
    public func keeping(_ hash: AssetHash, _ type: AssetType) -> OutsideResponse {
        guard case .answer(let url, let status, let headers, _) = self else { return self }
        return .file(url: url, status: status, headers: headers, hash, type)
    }

    /// - Parameter definition: the seq of the schedule that asked.
    public func payload(for request: OutsideRequest, scheduledBy definition: Seq?) -> Payload {
        guard case .answer(_, _, _, let body) = self else {
            return Payload(bytes: op(request, definition, body: nil))
        }
        guard let text = String(validating: body, as: UTF8.self) else {
            return Payload(bytes: op(request, definition, body: nil, fault: "binary"))
        }
        let bytes = op(request, definition, body: text)
        guard bytes.count <= MessageLimits.message else {
            return Payload(bytes: op(request, definition, body: nil, fault: "too large"))
        }
        return Payload(bytes: bytes)
    }

    /// - Parameter fault: why the body is not there.
    private func op(
        _ request: OutsideRequest, _ definition: Seq?, body: String?, fault: String? = nil
    ) -> [UInt8] {
        var out: [UInt8] = []
        out.append(literal: "{\"type\":")
        out.appendJSON(request.responseType)
        if let name = request.responseName { out.append(member: "name", name) }
        switch self {
        case .failure(let reason):
            out.append(member: "url", request.url)
            out.append(member: "error", reason)
        case .answer(let url, let status, let headers, _):
            out.append(member: "url", url)
            out.append(member: "status", status)
            out.append(headers: headers)
            if let body { out.append(member: "body", body) }
            if let fault { out.append(member: "error", fault) }
        case .file(let url, let status, let headers, let hash, let type):
            out.append(member: "url", url)
            out.append(member: "status", status)
            out.append(headers: headers)
            out.append(member: "asset", hash.text)
            out.append(member: "contentType", type.rawValue)
        }
        if request.maxAgeS != nil { out.append(member: "asked", request.fingerprint) }
        if let definition { out.append(member: "scheduledBy", definition.number) }
        out.append(UInt8(ascii: "}"))
        return out
    }
}

extension [UInt8] {
    fileprivate mutating func append(headers: [OutsideRequest.Header]) {
        append(literal: ",\"headers\":{")
        for (index, header) in headers.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendJSON(header.name)
            append(UInt8(ascii: ":"))
            appendJSON(header.value)
        }
        append(UInt8(ascii: "}"))
    }
}
