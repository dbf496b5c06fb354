import Bytes

/// What came of an ``OutsideRequest``, and the op that tells it ([RQ2]).
public enum OutsideResponse: Hashable, Sendable {
    case answer(url: String, status: Int, headers: [OutsideRequest.Header], body: [UInt8])
    /// Nobody answered, or nobody was asked; why, in words for the one who asked.
    case failure(String)

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
        }
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
