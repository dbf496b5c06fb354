/// What a document was at some time: how far each client had come, and what was deleted.
///
/// It holds no content. That is read from a document that has come at least as far, and has forgotten
/// nothing.
public struct Snapshot: Hashable, Sendable {
    public var deletes: DeleteSet
    public var vector: StateVector

    public init(deletes: DeleteSet, vector: StateVector) {
        self.deletes = deletes
        self.vector = vector
    }

    public func encoded() -> [UInt8] { deletes.encoded() + vector.encoded() }

    public init(decoding bytes: [UInt8], limits: UpdateLimits = UpdateLimits()) throws(UpdateError) {
        let result = bytes.withUnsafeBytes { buffer -> Result<(DeleteSet, Int), UpdateError> in
            do throws(UpdateError) {
                var reader = ByteReader(buffer)
                return .success((try reader.deleteSet(limits), reader.position))
            } catch {
                return .failure(error)
            }
        }
        let (deletes, end) = try result.get()
        self.deletes = deletes
        vector = try StateVector(decoding: Array(bytes[end...]), limits: limits)
    }
}

extension YDoc {
    public var snapshot: Snapshot { Snapshot(deletes: deleteSet, vector: stateVector) }

    /// The update that makes an empty document what this one was then; nil if this one has not come so far,
    /// or forgets what is deleted.
    public func encode(_ snapshot: Snapshot) -> [UInt8]? {
        guard !collectsGarbage else { return nil }
        var parts: [(client: ClientID, count: Int, bytes: [UInt8])] = []
        begin()
        defer { end() }
        for (id, clock) in snapshot.vector.clocks where clock > 0 {
            guard let index = knownClient(id), client(index).pointee.state >= clock else { return nil }
            _ = itemEnding(at: Ref(client: index, clock: clock - 1))
            let last = client(index).pointee.position(of: clock - 1)
            var writer = ByteWriter()
            for position in 0...last {
                encode(&writer, at(client(index).pointee.blocks[position].item), from: 0)
            }
            parts.append((id, last + 1, writer.bytes))
        }
        var writer = ByteWriter()
        writer.number(parts.count)
        for part in parts.sorted(by: { $0.client > $1.client }) {
            writer.number(part.count)
            writer.number(part.client)
            writer.number(0)
            writer.raw(part.bytes)
        }
        writer.deleteSet(snapshot.deletes)
        return writer.bytes
    }
}
