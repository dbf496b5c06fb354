import Storage

/// An input that knows how far it is, for a progress bar.
final class CountingInput: ByteInput {
    let path: String
    /// Of what was read, decompressed where that is so.
    private(set) var count: UInt64 = 0
    /// 0 where it is not known how much there is.
    let size: UInt64
    var isTorn: Bool { input.isTorn }
    private let input: any ByteInput

    init(_ input: any ByteInput) {
        self.input = input
        path = input.path
        size = (input as? ByteFile)?.size ?? 0
    }

    func read(into bytes: inout [UInt8], limit: Int) throws(StorageError) -> Bool {
        let before = bytes.count
        let isMore = try input.read(into: &bytes, limit: limit)
        count += UInt64(bytes.count - before)
        return isMore
    }
}
