#if Requests
internal import CCurl

/// One exchange with one host: a request out, an answer in, within its bounds.
///
/// It follows no redirect; that is for the one who made it to decide.
final class CurlTransfer {
    let easy: UnsafeMutableRawPointer
    let target: FetchTarget
    private let limits: FetchLimits
    /// The operator has named the host, so its address is not judged.
    private let isAllowed: Bool
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var headers: [(name: String, value: String)] = []
    /// Why it was broken off, where that was our doing.
    private var refusal: String?

    init(
        _ request: FetchRequest, to target: FetchTarget, isAllowed: Bool, limits: FetchLimits, timeMs: Int
    ) throws(FetchError) {
        guard let easy = curl_easy_init() else { throw FetchError("there is no memory for a request") }
        self.easy = easy
        self.target = target
        self.limits = limits
        self.isAllowed = isAllowed
        setBounds(timeMs: timeMs)
        setCallbacks()
        try setRequest(request)
    }

    deinit {
        curl_easy_cleanup(easy)
        for list in lists { curl_slist_free_all(list) }
    }

    // MARK: The answer

    /// What came of it, once curl says that it is done.
    func result(_ code: CURLcode) throws(FetchError) -> FetchResponse {
        if let refusal { throw FetchError(refusal) }
        guard code == CURLE_OK else {
            throw FetchError("\(target.host) can't be asked: \(String(cString: chatos_curl_text(code)))")
        }
        var status = 0
        chatos_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        return FetchResponse(status: status, headers: joinedHeaders, body: body, url: target.text)
    }

    /// Where the answer leads to, if it does.
    var location: String? {
        headers.last { $0.name == "location" }?.value
    }

    private var joinedHeaders: [(name: String, value: String)] {
        var joined: [(name: String, value: String)] = []
        for (name, value) in headers where name != "set-cookie" && name != "set-cookie2" {
            if let place = joined.firstIndex(where: { $0.name == name }) {
                joined[place].value += ", " + value
            } else {
                joined.append((name, value))
            }
        }
        return joined
    }

    // MARK: What curl is told

    private func setBounds(timeMs: Int) {
        chatos_curl_set_pointer(easy, CURLOPT_CURLU, UnsafeMutableRawPointer(target.handle))
        chatos_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        // The environment may name a proxy, which would connect where nobody judges the address.
        chatos_curl_set_text(easy, CURLOPT_PROXY, "")
        chatos_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        chatos_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        chatos_curl_set_long(easy, CURLOPT_TIMEOUT_MS, max(1, timeMs))
        chatos_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, limits.connectMs)
        // A connection that was judged for one is not used for another.
        chatos_curl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
        chatos_curl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
        // Whatever encoding curl knows; what it unpacks is bounded as it comes.
        chatos_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        chatos_curl_set_pointer(easy, CURLOPT_PRIVATE, context)
        chatos_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        chatos_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        chatos_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        chatos_curl_set_data(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let transfer = CurlTransfer.from(context) else { return 0 }
            return transfer.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        chatos_curl_set_data(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes, let transfer = CurlTransfer.from(context) else { return 0 }
            return transfer.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        chatos_curl_set_open(easy) { context, _, address in
            guard let address, let transfer = CurlTransfer.from(context), transfer.mayConnect(to: address)
            else {
                return chatos_curl_no_socket
            }
            return chatos_curl_socket(address)
        }
    }

    private func setRequest(_ request: FetchRequest) throws(FetchError) {
        switch request.method {
        case "GET": chatos_curl_set_long(easy, CURLOPT_HTTPGET, 1)
        case "HEAD": chatos_curl_set_long(easy, CURLOPT_NOBODY, 1)
        case "POST": chatos_curl_set_long(easy, CURLOPT_POST, 1)
        case "PUT", "PATCH", "DELETE", "OPTIONS": break
        default: throw FetchError("`\(request.method)` is no method that can be used")
        }
        if request.body != nil || request.method == "POST" {
            let body = request.body ?? []
            // In this order: the size says how much is copied.
            chatos_curl_set_long(easy, CURLOPT_POSTFIELDSIZE, body.count)
            body.withUnsafeBytes { bytes in
                let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                _ = chatos_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, start)
            }
        }
        // The body made it a POST; it is still what was asked for.
        if request.method != "HEAD" { chatos_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method) }
        // Waiting for a host's leave to send a body would cost a second with those who never give it.
        var list = curl_slist_append(nil, "Expect:")
        for (name, value) in request.headers {
            // Without a value a colon would take the header away.
            list = curl_slist_append(list, value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        if !request.headers.contains(where: { $0.name.lowercased() == "user-agent" }) {
            list = curl_slist_append(list, "User-Agent: ChatOS")
        }
        guard let list else { throw FetchError("there is no memory for a request") }
        lists.append(list)
        chatos_curl_set_pointer(easy, CURLOPT_HTTPHEADER, list)
    }

    // MARK: What curl asks

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Any count but that of what came breaks the transfer off.
    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count <= limits.bodyBytes - body.count else {
            refusal = "the answer is larger than \(limits.bodyBytes) bytes"
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.count <= limits.headerBytes - headerBytes else {
            refusal = "the answer's headers are larger than \(limits.headerBytes) bytes"
            return 0
        }
        headerBytes += bytes.count
        // A host may send one byte of a value for one character, as HTTP once had it.
        let line =
            String(validating: bytes, as: UTF8.self) ?? String(bytes.map { Character(UnicodeScalar($0)) })
        // Another head: what came before was only an announcement.
        if line.hasPrefix("HTTP/") { headers.removeAll() }
        if let colon = line.firstIndex(of: ":"), !line.hasPrefix("HTTP/") {
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmed
            headers.append((name, value))
        }
        return bytes.count
    }

    /// Asked of each address just before it is connected to, whatever name led to it.
    private func mayConnect(to address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = chatos_curl_address(address, &bytes)
        guard let network = NetworkAddress(Array(bytes.prefix(Int(count)))) else { return false }
        guard !isAllowed, let kind = network.refusal else { return true }
        refusal = "\(target.host) is at \(network), which is \(kind): the hub does not ask there"
        return false
    }
}

extension Substring {
    /// Without the white space and line ends around it.
    fileprivate var trimmed: String {
        let isSpace = { (character: Character) in " \t\r\n".contains(character) || character == "\r\n" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
#endif
