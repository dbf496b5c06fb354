/// How two servers compare that were measured in turns: A B A B.
///
/// A machine's pace drifts; what a pair of neighbouring runs says about each other drifts less than either.
struct PairedRatio {
    /// The ratio of each pair, first over second.
    let ratios: [Double]
    /// The first's median over the second's.
    let ofMedians: Double
    /// The median of the pairs' ratios.
    let median: Double
    let interval: Sample.Interval

    /// Nil unless both have the same number of values, at least one, and the second's are above 0.
    init?(_ first: [Double], over second: [Double]) {
        guard
            first.count == second.count, second.allSatisfy({ $0 > 0 }),
            let numerator = Sample(first), let denominator = Sample(second)
        else { return nil }
        let ratios = zip(first, second).map { $0 / $1 }
        guard let sample = Sample(ratios) else { return nil }
        self.ratios = ratios
        ofMedians = numerator.median / denominator.median
        median = sample.median
        interval = sample.medianInterval()
    }
}
