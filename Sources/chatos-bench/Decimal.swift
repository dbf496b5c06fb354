/// Numbers as people read them.
enum Decimal {
    /// With so many places behind the point, and commas between thousands.
    static func text(_ value: Double, places: Int = 0) -> String {
        guard value.isFinite else { return "-" }
        let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
        let scaled = (value.magnitude * scale).rounded()
        guard scaled < 1e18 else { return "\(value)" }
        let digits = String(UInt64(scaled))
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let sign = value < 0 && scaled > 0 ? "-" : ""
        let whole = sign + grouped(padded.dropLast(places))
        return places == 0 ? whole : whole + "." + padded.suffix(places)
    }

    private static func grouped(_ digits: Substring) -> String {
        var out = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { out.append(",") }
            out.append(digit)
        }
        return out
    }
}
