import Glibc
import Storage

/// One conversation over the admin socket: a request, perhaps the bytes of a file, a reply; then the next.
///
/// It does not know how a request is done.
struct AdminSession {
    let stream: AdminStream
    let administrator: Administrator

    /// Returns when the other end has closed.
    func run() {
        while let line = try? stream.line() {
            let reply = answer(line)
            guard (try? stream.write(reply.line + [0x0A])) != nil else { return }
            if case .failed = reply { return drain() }
        }
    }

    private func answer(_ line: [UInt8]) -> AdminReply {
        do throws(AdminError) {
            return .done(try administrator.perform(try AdminRequest(line), input: stream))
        } catch {
            return .failed(error)
        }
    }

    /// Reads what the other end still writes: if its connection were closed under it, it might not see the
    /// reply.
    private func drain() {
        try? stream.close()
        var bytes: [UInt8] = []
        while (try? stream.read(into: &bytes, limit: 64 << 10)) == true {
            bytes.removeAll(keepingCapacity: true)
        }
    }
}
