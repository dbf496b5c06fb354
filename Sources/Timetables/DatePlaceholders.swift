/// The places in a JSON text where a date is to be filled in: `%d{mask}`, and `%d{mask--yy-mm-ddTHH:MM:ss}`
/// or `%d{mask++...}` for a time so far before or after.
///
/// It reads JSON only as far as it must: a placeholder ends at the next `}`.
public enum DatePlaceholders {
    private static let opening = Array("%d{".utf8)

    /// `json` with each placeholder replaced by the date at `ms`, in milliseconds since 1970. What is not a
    /// placeholder stays as it is, byte for byte.
    public static func fill(_ json: [UInt8], at ms: Int64) -> [UInt8] {
        guard json.contains(UInt8(ascii: "%")) else { return json }
        let time = CivilTime(ms: ms)
        var out: [UInt8] = []
        out.reserveCapacity(json.count)
        var at = 0
        while at < json.count {
            guard json[at] == opening[0], json[at...].starts(with: opening),
                let end = json[(at + opening.count)...].firstIndex(of: UInt8(ascii: "}"))
            else {
                out.append(json[at])
                at += 1
                continue
            }
            let inside = Array(json[(at + opening.count)..<end])
            if let (mask, move) = split(inside), let moved = move.apply(to: time) {
                DateMask.append(moved, as: mask, to: &out)
            } else {
                out.append(contentsOf: json[at...end])
            }
            at = end + 1
        }
        return out
    }

    /// The mask, and how far the time is to be moved; nil for what is no placeholder: a string ends in it.
    private static func split(_ inside: [UInt8]) -> (mask: [UInt8], move: TimeMove)? {
        guard !hasBareQuote(inside) else { return nil }
        for at in inside.indices.dropLast(2).reversed() where inside[at] == inside[at + 1] {
            let sign = inside[at]
            guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { continue }
            if let move = TimeMove(inside[(at + 2)...], isBack: sign == UInt8(ascii: "-")) {
                return (Array(inside[..<at]), move)
            }
        }
        return (inside, TimeMove())
    }

    private static func hasBareQuote(_ bytes: [UInt8]) -> Bool {
        var isEscaped = false
        for byte in bytes {
            if byte == UInt8(ascii: "\""), !isEscaped { return true }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return false
    }
}

/// How far a time is moved, part by part as `yy-mm-ddTHH:MM:ss` says it.
struct TimeMove {
    private var parts = [0, 0, 0, 0, 0, 0]

    /// Not at all.
    init() {}

    /// - Returns: nil unless the text is six numbers of 1 to 6 digits with these signs between them.
    init?(_ text: ArraySlice<UInt8>, isBack: Bool) {
        var separators = Array("--T::".utf8)[...]
        var digits = 0
        var place = 0
        for byte in text {
            if (0x30...0x39).contains(byte), digits < 6 {
                parts[place] = parts[place] * 10 + Int(byte - 0x30)
                digits += 1
            } else if digits > 0, byte == separators.first {
                separators.removeFirst()
                place += 1
                digits = 0
            } else {
                return nil
            }
        }
        guard separators.isEmpty, digits > 0 else { return nil }
        if isBack { parts = parts.map { -$0 } }
    }

    /// As ECMAScript's dates have it: 31 March and a month back is 31 February, which is 2 or 3 March. Nil
    /// when it is too far away.
    func apply(to time: CivilTime) -> CivilTime? {
        var moved = time
        moved.year += parts[0]
        moved.month += parts[1]
        moved.day += parts[2]
        moved.hour += parts[3]
        moved.minute += parts[4]
        moved.second += parts[5]
        return moved.ms.map { CivilTime(ms: $0) }
    }
}
