import Sockets
import WebSocket

/// Enters a room of a hub: says hello and reads the state, up to `ready` ([HI2]).
enum RoomEntry {
    struct Entered {
        /// Bytes of the state, with the frames' headers.
        var bytes = 0
        var envelopes = 0
        var epoch = ""
        /// Says in a later `hello` that it is the same participant ([ID1]).
        var token = ""
        /// Messages that came behind `ready`, and where in the next one the bytes end.
        var behind = 0
        var scanner = FrameScanner()
    }

    /// - Parameter resume: as in `"after":0,"epoch":"..."` or `"token":"..."`; empty for a newcomer.
    static func enter(
        _ socket: borrowing Transport, early: [UInt8], quiet: Bool, resume: String = ""
    ) throws -> Entered {
        let hello =
            #"{"hub":"hello","name":"b""# + (quiet ? #","quiet":true"# : "")
            + (resume.isEmpty ? "" : "," + resume) + "}"
        try Patience.send(
            FrameEncoder.frame(.text, payload: Array(hello.utf8), mask: 0x5A17_0B3C), on: socket)
        var entered = Entered()
        var messages = WholeMessages()
        var bytes = early
        var isReady = false
        while true {
            entered.bytes += bytes.count
            try messages.take(bytes) { message throws(Failure) in
                if isReady {
                    entered.behind += 1
                } else if message.starts(with: #"{"hub":"#.utf8) {
                    isReady = try note(message, in: &entered)
                } else {
                    entered.envelopes += 1
                }
            }
            if isReady {
                entered.scanner = messages.scanner
                return entered
            }
            bytes = try Patience.read(from: socket)
        }
    }

    /// True when the message is `ready`.
    private static func note(_ message: [UInt8], in entered: inout Entered) throws(Failure) -> Bool {
        let text = String(decoding: message, as: UTF8.self)
        if text.hasPrefix(#"{"hub":"welcome""#) {
            entered.epoch = member("epoch", of: text)
            entered.token = member("token", of: text)
            return false
        }
        if text.hasPrefix(#"{"hub":"ready""#) { return true }
        throw Failure(.dataError, "the hub says \(text)")
    }

    /// The value of a string member that holds no escapes, such as an epoch.
    static func member(_ name: String, of text: String) -> String {
        let parts = text.split(separator: "\"\(name)\":\"", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : ""
    }
}
