import COpenSSL

/// What OpenSSL says went wrong: a queue of the calling thread's own.
///
/// It judges nothing. A stale entry would be taken for the failure of the next call, so every call that
/// may fail begins with an empty queue.
enum TLSErrorQueue {
    struct Entry: Equatable {
        /// One of OpenSSL's `ERR_LIB` numbers.
        var library: Int32
        /// That library's own number, `errno` for the system's.
        var reason: Int32

        /// OpenSSL's words.
        var text: String {
            if library == ERR_LIB_SYS { return SocketError.text(of: reason) }
            // Packed as OpenSSL 3 does (`ERR_PACK`); a reason that it does not know has no text.
            let reason = UInt(UInt32(bitPattern: reason)) & 0x7F_FFFF
            let code = UInt(UInt32(bitPattern: library)) << 23 | reason
            return ERR_reason_error_string(code).map { String(cString: $0) } ?? "OpenSSL error \(code)"
        }
    }

    static func clear() {
        // Clearing walks all sixteen places, so it is worth a look whether one is taken.
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// Takes all entries, the oldest (and so the nearest to the cause) first.
    static func takeAll() -> [Entry] {
        var entries: [Entry] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { return entries }
            entries.append(Entry(library: ERR_GET_LIB(code), reason: ERR_GET_REASON(code)))
        }
    }
}
