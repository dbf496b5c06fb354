import CSQLite
import Glibc

/// SQLite's way to files, with a disk in between that can be tortured: SQLite's own extension point, around
/// the one that it has for Unix.
///
/// What happens to a file is the ``TortureDisk``'s to say. There is one to a process, and every connection
/// opened afterwards goes through it.
enum TortureVFS {
    /// Set once, before SQLite knows of it, and never again.
    nonisolated(unsafe) private static var place: Place?

    private struct Place {
        let disk: TortureDisk
        let folder: String
        let unix: UnsafeMutablePointer<sqlite3_vfs>
        let methods: UnsafePointer<sqlite3_io_methods>
        /// How long a sync takes, in microseconds.
        let syncTime: UInt32
    }

    /// How SQLite sees an open file: its own part first.
    private struct Handle {
        var base: sqlite3_file
        var file: Unmanaged<TortureFile>
    }

    /// Files in `folder` are the disk's; all others are left alone. The disk must know what the folder holds.
    static func register(_ disk: TortureDisk, folder: String, syncTime: UInt32) throws(Failure) {
        guard place == nil, let unix = sqlite3_vfs_find(nil), let name = strdup("chatos-torture") else {
            throw Failure(.software, "SQLite has no way to files that another could be put around")
        }
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: self.methods)
        place = Place(
            disk: disk, folder: folder, unix: unix, methods: UnsafePointer(methods), syncTime: syncTime)
        // Whatever is not replaced does not look at which of the two it is called through.
        var vfs = unix.pointee
        vfs.szOsFile = Int32(MemoryLayout<Handle>.size)
        vfs.zName = UnsafePointer(name)
        vfs.pNext = nil
        vfs.xOpen = { _, name, file, flags, outFlags in TortureVFS.open(name, file, flags, outFlags) }
        vfs.xDelete = { _, name, withFolder in TortureVFS.remove(name, withFolder: withFolder != 0) }
        let registered = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        registered.initialize(to: vfs)
        guard sqlite3_vfs_register(registered, 1) == SQLITE_OK else {
            throw Failure(.software, "SQLite refuses the disk under torture")
        }
    }

    /// The name in the folder; nil for files elsewhere, for those without a name, and for the shared memory
    /// beside a write-ahead log, which no power cut leaves.
    private static func name(of path: UnsafePointer<CChar>?, in folder: String) -> String? {
        guard let path else { return nil }
        let text = String(cString: path)
        guard text.hasPrefix(folder + "/"), !text.hasSuffix("-shm") else { return nil }
        return String(text.dropFirst(folder.count + 1))
    }

    private static func open(
        _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let place, let file, let open = place.unix.pointee.xOpen else { return SQLITE_CANTOPEN }
        file.pointee.pMethods = nil
        let size = Int(place.unix.pointee.szOsFile)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let real = memory.assumingMemoryBound(to: sqlite3_file.self)
        let code = open(place.unix, path, real, flags, outFlags)
        guard code == SQLITE_OK else {
            memory.deallocate()
            return code
        }
        let name = name(of: path, in: place.folder)
        // As the Unix one does it: a journal's name is made durable with its first sync, a database's is not.
        let journals = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL
        let syncsFolder = flags & SQLITE_OPEN_CREATE != 0 && flags & journals != 0
        let opened = TortureFile(
            real, place.disk, number: name.map { place.disk.open($0) }, syncsFolder: syncsFolder,
            syncTime: place.syncTime)
        UnsafeMutableRawPointer(file).bindMemory(to: Handle.self, capacity: 1).pointee = Handle(
            base: sqlite3_file(pMethods: place.methods), file: .passRetained(opened))
        return SQLITE_OK
    }

    private static func remove(_ path: UnsafePointer<CChar>?, withFolder: Bool) -> Int32 {
        guard let place, let remove = place.unix.pointee.xDelete else { return SQLITE_IOERR }
        if let name = name(of: path, in: place.folder), place.disk.has(name) {
            switch place.disk.remove(name, withFolder: withFolder) {
            case .goesOn: break
            case .fails: return SQLITE_IOERR | 10 << 8  // SQLITE_IOERR_DELETE
            case .isCutShort: TortureDisk.end()
            }
        }
        return remove(place.unix, path, withFolder ? 1 : 0)
    }

    private static func file(_ file: UnsafeMutablePointer<sqlite3_file>?) -> TortureFile? {
        guard let file else { return nil }
        return UnsafeMutableRawPointer(file).assumingMemoryBound(to: Handle.self).pointee.file
            .takeUnretainedValue()
    }

    private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let file else { return SQLITE_OK }
        let handle = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Handle.self)
        let code = handle.pointee.file.takeUnretainedValue().close()
        handle.pointee.file.release()
        return code
    }

    /// The second version of the interface: it has shared memory, and no mapped files, whose writes nobody
    /// would see.
    private static var methods: sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        methods.iVersion = 2
        methods.xClose = { TortureVFS.close($0) }
        methods.xRead = { TortureVFS.file($0)?.read($1, $2, $3) ?? SQLITE_IOERR }
        methods.xWrite = { TortureVFS.file($0)?.write($1, $2, $3) ?? SQLITE_IOERR }
        methods.xTruncate = { TortureVFS.file($0)?.truncate($1) ?? SQLITE_IOERR }
        methods.xSync = { file, _ in TortureVFS.file(file)?.sync() ?? SQLITE_IOERR }
        methods.xFileSize = { file, size in
            TortureVFS.file(file)?.pass { $0.xFileSize?($1, size) } ?? SQLITE_IOERR
        }
        methods.xLock = { file, kind in
            TortureVFS.file(file)?.pass { $0.xLock?($1, kind) } ?? SQLITE_IOERR
        }
        methods.xUnlock = { file, kind in
            TortureVFS.file(file)?.pass { $0.xUnlock?($1, kind) } ?? SQLITE_IOERR
        }
        methods.xCheckReservedLock = { file, answer in
            TortureVFS.file(file)?.pass { $0.xCheckReservedLock?($1, answer) } ?? SQLITE_IOERR
        }
        methods.xFileControl = { file, what, argument in
            TortureVFS.file(file)?.pass { $0.xFileControl?($1, what, argument) } ?? SQLITE_IOERR
        }
        methods.xSectorSize = { file in TortureVFS.file(file)?.pass { $0.xSectorSize?($1) } ?? 4_096 }
        methods.xDeviceCharacteristics = { file in
            TortureVFS.file(file)?.pass { $0.xDeviceCharacteristics?($1) } ?? 0
        }
        methods.xShmMap = { file, region, size, extend, memory in
            TortureVFS.file(file)?.pass { $0.xShmMap?($1, region, size, extend, memory) } ?? SQLITE_IOERR
        }
        methods.xShmLock = { file, offset, count, flags in
            TortureVFS.file(file)?.pass { $0.xShmLock?($1, offset, count, flags) } ?? SQLITE_IOERR
        }
        methods.xShmBarrier = { file in
            _ = TortureVFS.file(file)?.pass { methods, real in
                methods.xShmBarrier?(real)
                return SQLITE_OK
            }
        }
        methods.xShmUnmap = { file, deletes in
            TortureVFS.file(file)?.pass { $0.xShmUnmap?($1, deletes) } ?? SQLITE_IOERR
        }
        return methods
    }
}
