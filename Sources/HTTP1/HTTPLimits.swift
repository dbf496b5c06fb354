/// How much of a head a parser reads before it refuses; it says nothing about bodies.
public struct HTTPLimits: Sendable {
    /// Bytes of the request line without its line break. A URL that browsers share stays below 8 kB.
    public var requestLineMax = 8 * 1024
    /// Bytes of all header lines with their line breaks. Memory for as many connections as may be half open
    /// is this much each, so it is what browsers' cookies need and no more.
    public var headerBlockMax = 16 * 1024
    /// Header lines. Browsers send about twenty.
    public var headerCountMax = 100

    public init() {}
}
