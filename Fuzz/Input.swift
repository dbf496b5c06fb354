/// What the fuzzer made, taken from the front: first what a run is told to do, then what it is fed.
///
/// Behind the end it gives zeroes and nothing, so that no input is too short.
struct Input {
    private(set) var rest: ArraySlice<UInt8>

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        rest = Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    mutating func byte() -> UInt8 {
        rest.popFirst() ?? 0
    }

    /// The next `count` bytes, or as many as there are.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func cutting() -> Cutting {
        let count = Int(byte() & 7)
        return Cutting(sizes: bytes(count).map { Int($0) })
    }
}

/// The sizes of the pieces in which bytes arrive, over and over until there are no more.
struct Cutting {
    /// 0 stands for all that is left.
    let sizes: [Int]

    static let bytewise = Cutting(sizes: [1])

    func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = sizes.isEmpty ? 0 : sizes[pieces.count % sizes.count]
            let piece = rest.prefix(size == 0 ? rest.count : size)
            pieces.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}

/// What must hold of every input. The fuzzer takes the trap for a crash, and keeps the input.
func claim(_ isTrue: Bool, _ rule: @autoclosure () -> String) {
    if !isTrue { fatalError(rule()) }
}
