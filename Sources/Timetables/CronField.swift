/// One of the fields of a ``CronExpression``: the numbers that it names.
struct CronField: Hashable, Sendable {
    /// What a field is for, with its range.
    enum Unit: String {
        case second, minute, hour
        case day = "day of month"
        case month
        case weekday = "day of week"

        var range: ClosedRange<Int> {
            switch self {
            case .second, .minute: 0...59
            case .hour: 0...23
            case .day: 1...31
            case .month: 1...12
            // Sunday is both 0 and 7.
            case .weekday: 0...7
            }
        }

        /// The names that a number may have, in the order of the numbers.
        fileprivate var names: [String] {
            switch self {
            case .month:
                ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
            case .weekday: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
            case .second, .minute, .hour, .day: []
            }
        }
    }

    /// A bit for each number.
    private var bits: UInt64 = 0
    /// It says `*`, and so asks for nothing.
    let isAny: Bool

    /// - Throws: what is wrong with the text, for the one who wrote it.
    init(_ text: Substring, _ unit: Unit) throws(CronError) {
        isAny = text == "*" || text == "?"
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let step = pieces.count == 2 ? try CronField.number(pieces[1], of: unit, in: 1...1000) : 1
            let range = try CronField.range(pieces[0], unit, isOpen: pieces.count == 2)
            for number in stride(from: range.lowerBound, through: range.upperBound, by: step) {
                bits |= 1 << UInt64(unit == .weekday ? number % 7 : number)
            }
        }
    }

    func contains(_ number: Int) -> Bool {
        (0..<64).contains(number) && bits & (1 << UInt64(number)) != 0
    }

    /// The smallest of the numbers that is not below `number`.
    func next(from number: Int) -> Int? {
        guard (0..<64).contains(number) else { return nil }
        let later = bits >> UInt64(number)
        return later == 0 ? nil : number + later.trailingZeroBitCount
    }

    /// - Parameter isOpen: a step follows, and a single number is where it begins.
    private static func range(
        _ text: Substring, _ unit: Unit, isOpen: Bool
    ) throws(CronError) -> ClosedRange<Int> {
        if text == "*" || text == "?" { return unit.range }
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let first = try number(ends[0], of: unit, in: unit.range)
        guard ends.count == 2 else { return first...(isOpen ? unit.range.upperBound : first) }
        var last = try number(ends[1], of: unit, in: unit.range)
        // "fri-sun" ends with the Sunday that is 7.
        if unit == .weekday, last == 0, first > 0 { last = 7 }
        guard first <= last else { throw CronError("`\(text)` as \(unit.rawValue) runs backwards") }
        return first...last
    }

    private static func number(
        _ text: Substring, of unit: Unit, in range: ClosedRange<Int>
    ) throws(CronError) -> Int {
        if let place = unit.names.firstIndex(of: text.lowercased()) { return place + unit.range.lowerBound }
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), range.contains(number)
        else {
            let most = "\(range.lowerBound) to \(range.upperBound)"
            throw CronError("`\(text)` as \(unit.rawValue) is not a number from \(most)")
        }
        return number
    }
}
