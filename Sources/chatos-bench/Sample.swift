/// Repeated measurements of one thing, and what can be said of its median without supposing a distribution.
struct Sample {
    /// In ascending order, at least one.
    private let sorted: [Double]

    /// Nil without values.
    init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        sorted = values.sorted()
    }

    var count: Int { sorted.count }
    var least: Double { sorted[0] }
    var greatest: Double { sorted[sorted.count - 1] }
    var median: Double { quantile(0.5) }

    /// Between the two nearest values in proportion.
    func quantile(_ fraction: Double) -> Double {
        let place = max(0, min(1, fraction)) * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }

    /// An interval for the median of what was measured, and how surely it holds.
    struct Interval: Equatable {
        var lower: Double
        var upper: Double
        /// At least what was asked for, unless there were too few values: then that of the whole range.
        var coverage: Double
    }

    /// The k-th least and the k-th greatest value, with the largest k that leaves `confidence`: that so few
    /// values fall on one side of the median is a matter of coin tosses alone.
    func medianInterval(confidence: Double = 0.95) -> Interval {
        var outside = 0.0
        var drop = 0
        var coverage = 1 - 2 * Sample.tossProbability(heads: 0, of: count)
        while drop < (count - 1) / 2 {
            outside += Sample.tossProbability(heads: drop, of: count)
            let narrower = 1 - 2 * (outside + Sample.tossProbability(heads: drop + 1, of: count))
            if narrower < confidence { break }
            coverage = narrower
            drop += 1
        }
        return Interval(lower: sorted[drop], upper: sorted[count - 1 - drop], coverage: max(0, coverage))
    }

    /// The probability of exactly so many heads in `count` tosses of a fair coin.
    static func tossProbability(heads: Int, of count: Int) -> Double {
        // Halving between the factors keeps the product within a Double's range for any count in use.
        var probability = 1.0
        var halvings = count
        for index in 0..<heads {
            probability *= Double(count - index) / Double(index + 1)
            while halvings > 0, probability > 1 {
                probability /= 2
                halvings -= 1
            }
        }
        for _ in 0..<halvings { probability /= 2 }
        return probability
    }
}
