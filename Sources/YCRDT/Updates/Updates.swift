/// What can be done with updates without a document.
public enum Updates {
    /// The update of a document in which nothing happened.
    public static let empty: [UInt8] = [0, 0]

    /// One update that says what all of them say, in the fewest structs.
    ///
    /// Where something between two updates is missing, it has a gap, and who applies it waits for that part.
    public static func merge(_ updates: [[UInt8]], limits: UpdateLimits = UpdateLimits()) throws(UpdateError)
        -> [UInt8]
    {
        try write(updates, from: StateVector(), limits)
    }

    /// What of an update is not known to whoever has a state vector; the deleted ranges stay whole.
    public static func diff(
        _ update: [UInt8], from vector: StateVector, limits: UpdateLimits = UpdateLimits()
    ) throws(UpdateError) -> [UInt8] {
        try write([update], from: vector, limits)
    }

    /// The state of a document to which only this update was applied.
    public static func stateVector(of update: [UInt8], limits: UpdateLimits = UpdateLimits())
        throws(UpdateError) -> StateVector
    {
        var clocks: [ClientID: Clock] = [:]
        for segment in try UpdateSegments([update], limits).segments where segment.start == 0 {
            clocks[segment.client] = segment.end
        }
        return StateVector(clocks)
    }

    private static func write(_ updates: [[UInt8]], from vector: StateVector, _ limits: UpdateLimits)
        throws(UpdateError) -> [UInt8]
    {
        let segments = try UpdateSegments(updates, limits)
        var merger = UpdateMerger(vector: vector)
        return segments.bytes.withUnsafeBytes { merger.write(segments, $0) }
    }
}

/// What an update says of whom, without what it says.
///
/// It is for whoever lets a client write only under its own id; it does not say whether the update can be
/// applied.
public struct UpdateSummary: Hashable, Sendable {
    /// From the first clock to behind the last, gaps included.
    public private(set) var clocks: [ClientID: Range<Clock>] = [:]
    public private(set) var deletes = DeleteSet()

    public init(of update: [UInt8], limits: UpdateLimits = UpdateLimits()) throws(UpdateError) {
        let segments = try UpdateSegments([update], limits)
        for segment in segments.segments {
            let known = clocks[segment.client] ?? segment.start..<segment.end
            clocks[segment.client] =
                min(known.lowerBound, segment.start)..<max(known.upperBound, segment.end)
        }
        deletes = segments.deletes
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { clocks.isEmpty && deletes.isEmpty }
}
