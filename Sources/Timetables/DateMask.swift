/// How a time is written, by the masks that JavaScript's `dateformat` made known: `yyyy-mm-dd`, `h:MM TT`.
///
/// It works on bytes as they stand in a JSON string: escapes are copied whole, and what it writes needs none.
/// Days and months have English names, and the time zone is UTC.
enum DateMask {
    /// Masks that have a name.
    private static let named: [String: String] = [
        "default": "ddd mmm dd yyyy HH:MM:ss",
        "shortDate": "m/d/yy",
        "paddedShortDate": "mm/dd/yyyy",
        "mediumDate": "mmm d, yyyy",
        "longDate": "mmmm d, yyyy",
        "fullDate": "dddd, mmmm d, yyyy",
        "shortTime": "h:MM TT",
        "mediumTime": "h:MM:ss TT",
        "longTime": "h:MM:ss TT Z",
        "isoDate": "yyyy-mm-dd",
        "isoTime": "HH:MM:ss",
        "isoDateTime": "yyyy-mm-dd'T'HH:MM:sso",
        "isoUtcDateTime": "yyyy-mm-dd'T'HH:MM:ss'Z'",
        "expiresHeaderFormat": "ddd, dd mmm yyyy HH:MM:ss Z",
    ]

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
    /// Each letter of a mask with the lengths in which it means something, the longest first.
    private static let letters: [UInt8: [Int]] = [
        "d": [4, 3, 2, 1], "D": [4, 3], "m": [4, 3, 2, 1], "y": [4, 2], "h": [2, 1], "H": [2, 1],
        "M": [2, 1],
        "s": [2, 1], "l": [1], "L": [1], "t": [2, 1], "T": [2, 1], "Z": [1], "o": [1], "p": [1], "S": [1],
        "W": [2, 1], "N": [1],
    ].reduce(into: [:]) { $0[$1.key.utf8.first ?? 0] = $1.value }

    /// Appends `time` as `mask` has it. An empty mask is the default one.
    static func append(_ time: CivilTime, as mask: [UInt8], to out: inout [UInt8]) {
        var mask = mask
        let prefix = Array("UTC:".utf8)
        if mask.starts(with: prefix) { mask.removeFirst(prefix.count) }
        let name = String(decoding: mask.isEmpty ? Array("default".utf8) : mask, as: UTF8.self)
        if let known = named[name] { mask = Array(known.utf8) }
        var at = 0
        while at < mask.count {
            if let length = quoteLength(mask, at) {
                at = appendQuoted(mask, from: at + length, &out)
            } else if mask[at] == UInt8(ascii: "\\") {
                let end = min(mask.count, at + escapeLength(mask, at))
                out.append(contentsOf: mask[at..<end])
                at = end
            } else if let length = letterCount(mask, at) {
                append(time, letter: mask[at], count: length, to: &out)
                at += length
            } else {
                out.append(mask[at])
                at += 1
            }
        }
    }

    /// How many of the letters at `at` belong together; nil where they mean nothing.
    private static func letterCount(_ mask: [UInt8], _ at: Int) -> Int? {
        guard let lengths = letters[mask[at]] else { return nil }
        let run = mask[at...].prefix(4).prefix { $0 == mask[at] }.count
        return lengths.first { $0 <= run }
    }

    // MARK: What is copied

    /// A quote is one byte, or two where a JSON string escapes it.
    private static func quoteLength(_ mask: [UInt8], _ at: Int) -> Int? {
        if mask[at] == UInt8(ascii: "'") { return 1 }
        return mask[at...].starts(with: Array(#"\""#.utf8)) ? 2 : nil
    }

    private static func escapeLength(_ mask: [UInt8], _ at: Int) -> Int {
        at + 1 < mask.count && mask[at + 1] == UInt8(ascii: "u") ? 6 : 2
    }

    /// Copies to the next quote of the same kind, or to the end; gives the place behind it.
    private static func appendQuoted(_ mask: [UInt8], from start: Int, _ out: inout [UInt8]) -> Int {
        let isSingle = mask[start - 1] == UInt8(ascii: "'")
        var at = start
        while at < mask.count {
            if let length = quoteLength(mask, at), (length == 1) == isSingle { return at + length }
            let length = mask[at] == UInt8(ascii: "\\") ? escapeLength(mask, at) : 1
            let end = min(mask.count, at + length)
            out.append(contentsOf: mask[at..<end])
            at = end
        }
        return at
    }

    // MARK: What is written

    private static func append(_ time: CivilTime, letter: UInt8, count: Int, to out: inout [UInt8]) {
        let text =
            switch (UnicodeScalar(letter), count) {
            case ("d", 3): String(weekdays[time.weekday].prefix(3))
            case ("d", 4): weekdays[time.weekday]
            // JavaScript's says "Today" here for a day that is near, which is not so wherever it is read.
            case ("D", 3): String(weekdays[time.weekday].prefix(3))
            case ("D", _): weekdays[time.weekday]
            case ("m", 3): String(months[time.month - 1].prefix(3))
            case ("m", 4): months[time.month - 1]
            case ("t", 1), ("T", 1): time.hour < 12 ? "a" : "p"
            case ("t", _), ("T", _): time.hour < 12 ? "am" : "pm"
            case ("Z", _): "UTC"
            case ("o", _): "+0000"
            case ("p", _): "+00:00"
            case ("S", _): ordinal(time.day)
            default: digits(time, letter, count)
            }
        out.append(contentsOf: (letter == UInt8(ascii: "T") ? text.uppercased() : text).utf8)
    }

    private static func digits(_ time: CivilTime, _ letter: UInt8, _ count: Int) -> String {
        let number =
            switch UnicodeScalar(letter) {
            case "d": time.day
            case "m": time.month
            case "y": count == 2 ? abs(time.year) % 100 : time.year
            case "h": time.hour % 12 == 0 ? 12 : time.hour % 12
            case "H": time.hour
            case "M": time.minute
            case "s": time.second
            case "l": time.millisecond
            case "L": time.millisecond / 10
            case "W": time.isoWeek
            // Monday is 1 and Sunday 7.
            default: (time.weekday + 6) % 7 + 1
            }
        let width =
            switch UnicodeScalar(letter) {
            case "l": 3
            case "L": 2
            default: count
            }
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    private static func ordinal(_ day: Int) -> String {
        if (11...13).contains(day) { return "th" }
        switch day % 10 {
        case 1: return "st"
        case 2: return "nd"
        case 3: return "rd"
        default: return "th"
        }
    }
}
