import CSQLite
import Glibc

/// An open file on the disk under torture, beside the real one.
///
/// It is SQLite's, which uses it from one thread at a time.
final class TortureFile {
    private let real: UnsafeMutablePointer<sqlite3_file>
    private let disk: TortureDisk
    /// The disk's number of it; nil for one that is not the disk's.
    private let number: Int?
    /// Whether the next sync is the one that makes the file's name durable.
    private var syncsFolder: Bool
    private let syncTime: UInt32

    /// Owns the memory of `real`, which is open.
    init(
        _ real: UnsafeMutablePointer<sqlite3_file>, _ disk: TortureDisk, number: Int?, syncsFolder: Bool,
        syncTime: UInt32
    ) {
        self.real = real
        self.disk = disk
        self.number = number
        self.syncsFolder = syncsFolder
        self.syncTime = syncTime
    }

    /// Has the real file do something that changes nothing on a disk.
    func pass(_ call: (sqlite3_io_methods, UnsafeMutablePointer<sqlite3_file>) -> Int32?) -> Int32 {
        guard let methods = real.pointee.pMethods else { return SQLITE_IOERR }
        return call(methods.pointee, real) ?? SQLITE_IOERR
    }

    func close() -> Int32 {
        let code = pass { $0.xClose?($1) }
        UnsafeMutableRawPointer(real).deallocate()
        return code
    }

    func read(_ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
        pass { $0.xRead?($1, bytes, count, offset) }
    }

    func write(_ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
        guard let number else { return pass { $0.xWrite?($1, bytes, count, offset) } }
        let copy = Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        switch disk.write(copy, at: Int(offset), in: number) {
        case .goesOn: return pass { $0.xWrite?($1, bytes, count, offset) }
        case .fails(.ioError): return SQLITE_IOERR | 3 << 8  // SQLITE_IOERR_WRITE
        case .fails(.full):
            _ = pass { $0.xWrite?($1, bytes, count / 2, offset) }
            return SQLITE_FULL
        case .isCutShort:
            _ = pass { $0.xWrite?($1, bytes, count / 2, offset) }
            TortureDisk.end()
        }
    }

    func truncate(_ size: Int64) -> Int32 {
        switch number.map({ disk.truncate($0, to: Int(size)) }) ?? .goesOn {
        case .goesOn: return pass { $0.xTruncate?($1, size) }
        case .fails: return SQLITE_IOERR | 6 << 8  // SQLITE_IOERR_TRUNCATE
        case .isCutShort: TortureDisk.end()
        }
    }

    /// The real file is not synced: what a power cut leaves is the disk's to say, and SIGKILL takes nothing
    /// that was written.
    func sync() -> Int32 {
        guard let number else { return SQLITE_OK }
        if syncTime > 0 { usleep(syncTime) }
        switch disk.sync(number, withFolder: syncsFolder) {
        case .goesOn:
            syncsFolder = false
            return SQLITE_OK
        case .fails: return SQLITE_IOERR | 4 << 8  // SQLITE_IOERR_FSYNC
        case .isCutShort: TortureDisk.end()
        }
    }
}
