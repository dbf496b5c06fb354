import Glibc
import Synchronization
import Trials

/// The disk of a hub under torture: it keeps the shadow of the real files, counts what is done to them, and
/// makes the mishap happen that it was told of.
///
/// It does not touch the real files; ``TortureVFS`` does, and asks here before and tells afterwards.
final class TortureDisk: Sendable {
    /// What becomes of a change.
    enum Verdict: Equatable {
        case goesOn
        case fails(DiskError)
        /// Half of it is made, and then the program is to be ended.
        case isCutShort
    }

    private struct State {
        var shadow: ShadowDisk
        var generator: Chance
        var mishap = DiskMishap.none
        /// Changes since the mishap was set.
        var changes = 0
    }

    private let state: Mutex<State>
    /// Told of a failure as it happens.
    private let note: @Sendable (String) -> Void

    init(contents: [String: [UInt8]], seed: UInt64, note: @escaping @Sendable (String) -> Void) {
        state = Mutex(State(shadow: ShadowDisk(contents), generator: Chance(seed: seed)))
        self.note = note
    }

    /// What is to happen next; changes are counted anew, from 1.
    func expect(_ mishap: DiskMishap) {
        state.withLock { state in
            state.mishap = mishap
            state.changes = 0
        }
    }

    // MARK: What the program does

    func has(_ name: String) -> Bool {
        state.withLock { $0.shadow.has(name) }
    }

    func open(_ name: String) -> Int {
        state.withLock { $0.shadow.open(name) }
    }

    func write(_ bytes: [UInt8], at offset: Int, in file: Int) -> Verdict {
        let verdict = change(.write, file) { $0.update(file) { $0.write(bytes, at: offset) } }
        if verdict == .fails(.full) {
            // A disk that becomes full takes what still fits.
            let part = Array(bytes.prefix(bytes.count / 2))
            state.withLock { $0.shadow.update(file) { $0.write(part, at: offset) } }
        }
        return verdict
    }

    func truncate(_ file: Int, to size: Int) -> Verdict {
        change(.truncate, file) { $0.update(file) { $0.truncate(to: size) } }
    }

    /// `withFolder`: the folder is synced too.
    func sync(_ file: Int, withFolder: Bool) -> Verdict {
        let verdict = change(.sync, file) { shadow in
            shadow.update(file) { $0.sync() }
            if withFolder { shadow.syncFolder() }
        }
        if case .fails = verdict {
            // As on Linux: what could not be written is not tried again.
            state.withLock { $0.shadow.update(file) { $0.dropChanges() } }
        }
        return verdict
    }

    func remove(_ name: String, withFolder: Bool) -> Verdict {
        change(.remove, open(name)) { shadow in
            shadow.remove(name)
            if withFolder { shadow.syncFolder() }
        }
    }

    private func change(_ kind: DiskChange, _ file: Int, _ make: (inout ShadowDisk) -> Void) -> Verdict {
        state.withLock { state in
            if state.mishap.part.has(state.shadow.name(of: file) ?? "") { state.changes += 1 }
            switch state.mishap {
            case .powerCut(let at, _, let image) where state.changes >= at:
                // Power goes while a write is on its way, and before a sync has returned.
                if kind == .write || kind == .truncate { make(&state.shadow) }
                note("cut \(state.shadow.unsynced.joined(separator: " "))")
                // Nothing else happens on this disk: the lock is held.
                TortureDisk.endWithImage(state.shadow.afterPowerCut(using: &state.generator), in: image)
            case .kill(let at, _) where state.changes >= at:
                return .isCutShort
            case .failure(let at, let error, let lasting)
            where lasting ? state.changes >= at : state.changes == at:
                note("failed \(kind.rawValue) \(state.changes)")
                return .fails(error)
            case .powerCut, .kill, .failure, .none: break
            }
            make(&state.shadow)
            return .goesOn
        }
    }

    // MARK: The end

    /// Writes the image into a new folder and ends the program as nothing else does: at once.
    private static func endWithImage(_ files: [String: [UInt8]], in folder: String) -> Never {
        mkdir(folder, 0o700)
        for (name, bytes) in files { FileBytes.write(bytes, to: "\(folder)/\(name)") }
        end()
    }

    static func end() -> Never {
        kill(getpid(), SIGKILL)
        // The signal can't be held off, but may come to another thread first.
        while true { pause() }
    }
}
