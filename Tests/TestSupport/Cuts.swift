/// Ways to hand one input to an incremental parser: whole, byte by byte, and cut once at every point.
///
/// The last part of each way may be followed by bytes of the caller's own (a tail).
public func cuts(of bytes: [UInt8]) -> [[[UInt8]]] {
    var ways: [[[UInt8]]] = [[bytes], bytes.map { [$0] }]
    guard bytes.count > 1 else { return ways }
    for point in 1..<bytes.count {
        ways.append([Array(bytes[..<point]), Array(bytes[point...])])
    }
    return ways
}
