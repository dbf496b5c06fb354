import HTTP1
import HubProtocol
import Synchronization

/// Who may send a file now: it counts what comes, for all loops, before any of it is taken.
///
/// It does not look at what is sent.
final class UploadDoor: Sendable {
    /// Bounds on what is on its way; what may be kept is the log's matter.
    struct Limits {
        /// Bytes of all files that come at once, as their senders announced them: so much memory they take.
        var bytesAtOnce = 64 << 20
        /// Files that a room's people may begin to send within a minute: a folder of pictures dropped in.
        var countAMinute = 60
        /// Bytes of these: an eighth of what a room may hold in all, so that it is not filled in one go.
        var bytesAMinute = 32 << 20
    }

    private struct State {
        var bytes = 0
        var rooms: [RoomName: [(at: Int64, bytes: Int)]] = [:]
        /// When rooms that are quiet were forgotten last.
        var sweptAt: Int64 = 0
    }

    private let limits: Limits
    private let state = Mutex(State())

    private static let minuteMs: Int64 = 60_000

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Lets somebody send `bytes`, as long as the lease is kept.
    ///
    /// - Parameter now: milliseconds since 1970.
    func enter(_ room: RoomName, bytes: Int, at now: Int64) -> Result<UploadLease, HTTPError> {
        state.withLock { state in
            sweep(&state, at: now)
            let recent = (state.rooms[room] ?? []).filter { isRecent($0.at, now) }
            guard recent.count < limits.countAMinute else {
                return .failure(HTTPError(429, "The room was sent \(recent.count) files within a minute."))
            }
            let sum = recent.reduce(0) { $0 + $1.bytes }
            guard sum <= limits.bytesAMinute - bytes else {
                return .failure(HTTPError(429, "The room was sent \(sum) bytes of files within a minute."))
            }
            guard state.bytes <= limits.bytesAtOnce - bytes else {
                return .failure(HTTPError(503, "Too many files are on their way to this hub."))
            }
            state.rooms[room] = recent + [(now, bytes)]
            state.bytes += bytes
            return .success(UploadLease(self, bytes: bytes))
        }
    }

    fileprivate func leave(_ bytes: Int) {
        state.withLock { $0.bytes -= bytes }
    }

    /// A clock that was set back must not close the door for as long.
    private func isRecent(_ at: Int64, _ now: Int64) -> Bool {
        at > now - UploadDoor.minuteMs && at <= now
    }

    private func sweep(_ state: inout State, at now: Int64) {
        guard !isRecent(state.sweptAt, now) else { return }
        state.sweptAt = now
        state.rooms = state.rooms.filter { $0.value.contains { isRecent($0.at, now) } }
    }
}

/// Leave to have so many bytes under way; it ends with the last reference to this.
final class UploadLease: Sendable {
    private let door: UploadDoor
    private let bytes: Int

    fileprivate init(_ door: UploadDoor, bytes: Int) {
        self.door = door
        self.bytes = bytes
    }

    deinit {
        door.leave(bytes)
    }
}
