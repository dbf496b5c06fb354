#if Requests
internal import CCurl

/// A URL as curl reads it, so that what is judged here is what is asked there.
final class FetchTarget {
    /// Curl's own form of it; it lives as long as this does.
    let handle: OpaquePointer
    let text: String
    let host: String
    let port: String
    let scheme: String

    /// Longer ones are no addresses but data.
    private static let longest = 8192

    /// - Parameter base: what a relative `url` is relative to.
    init(_ url: String, relativeTo base: FetchTarget? = nil) throws(FetchError) {
        guard url.utf8.count <= FetchTarget.longest else { throw FetchError("the URL is too long") }
        guard !url.utf8.contains(0), let handle = base.map({ curl_url_dup($0.handle) }) ?? curl_url() else {
            throw FetchError("`\(url)` is no URL")
        }
        self.handle = handle
        // Another kind than HTTP must be understood for its error to be clear.
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
        let code = curl_url_set(handle, CURLUPART_URL, url, flags)
        text = FetchTarget.part(CURLUPART_URL, of: handle) ?? url
        scheme = FetchTarget.part(CURLUPART_SCHEME, of: handle) ?? ""
        port = FetchTarget.part(CURLUPART_PORT, of: handle) ?? ""
        let name = FetchTarget.part(CURLUPART_HOST, of: handle) ?? ""
        host = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        guard ["http", "https", ""].contains(scheme) else {
            throw FetchError("only http and https are asked, not `\(scheme)`")
        }
        guard code == CURLUE_OK, !host.isEmpty else { throw FetchError("`\(url)` is no URL") }
        guard FetchTarget.part(CURLUPART_USER, of: handle) == nil,
            FetchTarget.part(CURLUPART_PASSWORD, of: handle) == nil
        else {
            throw FetchError("a URL may not hold a name and password; say `Authorization` in the headers")
        }
    }

    deinit {
        curl_url_cleanup(handle)
    }

    /// Whether what was meant for the other may be said to this one.
    func isSameHost(as other: FetchTarget) -> Bool {
        scheme == other.scheme && host.lowercased() == other.host.lowercased() && port == other.port
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let flags = part == CURLUPART_PORT ? UInt32(CURLU_DEFAULT_PORT) : 0
        guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else {
            return nil
        }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
#endif
