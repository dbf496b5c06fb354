/// The lines of a file, one at a time, numbered from 1.
///
/// It holds one line and one piece of the file, however long the file is, and does not look into the lines.
struct LineReader {
    enum Failure: Error {
        case tooLong
        case storage(StorageError)
    }

    /// The longest line in bytes: an op of the largest size with every byte escaped is under 4 MiB, and a
    /// header of 16 MiB names a hundred thousand authors.
    static let longest = 16 << 20

    /// The number of the line that ``next()`` gave last.
    private(set) var number = 0
    /// Whether that line had no line feed: the file ends with it, perhaps in its middle.
    private(set) var isUnended = false
    /// How many bytes of the file come before that line.
    private(set) var offset: UInt64 = 0
    private var nextOffset: UInt64 = 0
    private let file: any ByteInput
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// Large enough that a read costs nothing beside its bytes.
    private static let piece = 64 << 10

    init(_ file: any ByteInput) {
        self.file = file
    }

    /// The next line without its line feed; nil behind the last.
    mutating func next() throws(Failure) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                count(end + 1 - start)
                return Array(buffer[start..<end])
            }
            if isAtEnd {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                count(buffer.count - start)
                isUnended = true
                return Array(buffer[start...])
            }
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            guard buffer.count <= LineReader.longest else {
                number += 1
                throw .tooLong
            }
            do {
                isAtEnd = try !file.read(into: &buffer, limit: LineReader.piece)
            } catch {
                throw .storage(error)
            }
        }
    }

    private mutating func count(_ bytes: Int) {
        number += 1
        offset = nextOffset
        nextOffset += UInt64(bytes)
    }
}
