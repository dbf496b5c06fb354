import WebSocket

/// The messages that a publisher sends: ops of one length, each with its number in it, so that a receiver can
/// tell whether it got the right one.
///
/// A room wraps them in envelopes; a topic gives them on as they are.
struct BroadcastMessages {
    /// The last digits of the number, at the end of the text; so few that an op leaves room for its envelope.
    private static let digits = 8
    private static let end = Array(#""}"#.utf8)

    /// The ops with all digits 0; the n-th message is the n-th of these, over and over.
    private let templates: [[UInt8]]

    /// - Parameter size: the bytes of each op.
    /// - Parameter variants: 1 for the same letters in each; more for so many texts of random words.
    init(size: Int, persists: Bool, variants: Int = 1, seed: UInt64 = 1) throws(Failure) {
        let head = Array((persists ? #"{"type":"x","p":""# : #"{"type":"x","persist":false,"p":""#).utf8)
        let fixed = head.count + BroadcastMessages.digits + BroadcastMessages.end.count
        guard size >= fixed else {
            throw Failure(.usage, "a message of \(size) bytes can't hold an op; \(fixed) are the least")
        }
        var random = seed
        templates = (0..<variants).map { _ in
            let padding =
                variants == 1
                ? FrameStream.payload(count: size - fixed, isText: true)
                : RandomWords.text(count: size - fixed, state: &random)
            return head + padding
                + [UInt8](repeating: UInt8(ascii: "0"), count: BroadcastMessages.digits)
                + BroadcastMessages.end
        }
    }

    var size: Int { templates[0].count }

    subscript(number: Int) -> [UInt8] {
        var message = templates[number % templates.count]
        var rest = number
        var place = message.count - BroadcastMessages.end.count - 1
        for _ in 0..<BroadcastMessages.digits {
            message[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
            place -= 1
        }
        return message
    }

    /// Whether a message begins as all do that a hub says of itself; where only ops are awaited it can only
    /// be an error. One comparison, since it is made for every delivery.
    static func isOfHub(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > 8 else { return false }
        // {"hub":" as it lies in memory.
        return UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) == 0x223A_2262_7568_227B
    }

    /// Nil if `payload` is the message with this number, or an envelope around it; else what is wrong with
    /// it.
    func difference(_ number: Int, payload: [UInt8]) -> String? {
        let message = self[number]
        let isBare = payload.starts(with: #"{"type":"#.utf8)
        let around = isBare ? 0 : message.count + 1
        guard payload.count >= max(message.count, around) else {
            return "\(payload.count) bytes are too few for its \(message.count)"
        }
        if isBare, payload.count != message.count {
            return "\(payload.count) bytes instead of \(message.count)"
        }
        let start = isBare ? 0 : payload.count - around
        for place in message.indices where payload[start + place] != message[place] {
            return "byte \(place) is \(payload[start + place]) instead of \(message[place])"
        }
        guard !isBare else { return nil }
        guard payload.last == UInt8(ascii: "}"), payload[..<start].suffix(5).elementsEqual(#""op":"#.utf8)
        else { return "no envelope is around it" }
        return nil
    }
}

/// Text that compresses as text does: common words in no order.
enum RandomWords {
    private static let words = """
        the of and to in is you that it was for on are as with they at be this have from one had by not \
        but what all were when your can said there use an each which she do how their if will up other \
        about out many then them these so some her would make like him into time has look two more write \
        go see number no way could people my than first water been call who now find long down day did \
        get come made may part room tool message window meeting tomorrow please question answer picture \
        version problem colour board paper garden evening
        """.split(separator: " ").map { Array($0.utf8) }

    /// - Parameter state: of a generator (xorshift64), so that a run can be had again; not 0.
    static func text(count: Int, state: inout UInt64) -> [UInt8] {
        var text: [UInt8] = []
        while text.count < count {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            text += words[Int((state >> 3) % UInt64(words.count))] + [UInt8(ascii: " ")]
        }
        return Array(text.prefix(count))
    }
}
