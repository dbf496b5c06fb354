/// A request's body while it comes: so many bytes, and whoever is given them then.
///
/// It does not judge how long it may take. Where it doesn't come whole, nobody is told; what the closure
/// holds is let go.
final class BodyIntake {
    private var bytes: [UInt8] = []
    private let length: Int
    private let then: ([UInt8]) -> Void

    /// `length` was found small enough. The memory is the system's until bytes come.
    init(length: Int, then: @escaping ([UInt8]) -> Void) {
        self.length = length
        self.then = then
        bytes.reserveCapacity(length)
    }

    var isWhole: Bool { bytes.count >= length }

    /// Takes what is the body's of these bytes, and says how many those were.
    func take(_ more: UnsafeRawBufferPointer) -> Int {
        let count = min(more.count, length - bytes.count)
        bytes.append(contentsOf: more.prefix(count))
        return count
    }

    func finish() {
        then(bytes)
    }
}
