/// How far each client's writing is known: the next clock of each.
///
/// It says nothing of what was deleted.
public struct StateVector: Hashable, Sendable {
    public var clocks: [ClientID: Clock]

    /// A client of whom nothing is known is as one that is not there.
    public init(_ clocks: [ClientID: Clock] = [:]) {
        self.clocks = clocks.filter { $0.value > 0 }
    }

    public subscript(client: ClientID) -> Clock {
        clocks[client] ?? 0
    }

    /// - Throws: what is wrong with the bytes; a client that appears twice is refused.
    public init(decoding bytes: [UInt8], limits: UpdateLimits = UpdateLimits()) throws(UpdateError) {
        let result = bytes.withUnsafeBytes { buffer -> Result<[ClientID: Clock], UpdateError> in
            do throws(UpdateError) {
                var reader = ByteReader(buffer)
                let clocks = try reader.stateVector(limits)
                try reader.requireEnd()
                return .success(clocks)
            } catch {
                return .failure(error)
            }
        }
        self.init(try result.get())
    }

    /// As Yjs writes it: the highest client first. Clients of whom nothing is known are left out.
    public func encoded() -> [UInt8] {
        let known = clocks.filter { $0.value > 0 }.sorted { $0.key > $1.key }
        var writer = ByteWriter(capacity: 2 + known.count * 10)
        writer.number(known.count)
        for (client, clock) in known {
            writer.number(client)
            writer.number(clock)
        }
        return writer.bytes
    }
}

extension ByteReader {
    fileprivate mutating func stateVector(_ limits: UpdateLimits) throws(UpdateError) -> [ClientID: Clock] {
        let count = try count(ofSize: 2)
        guard count <= limits.clients else { throw .tooManyClients(limit: limits.clients) }
        var clocks: [ClientID: Clock] = [:]
        for _ in 0..<count {
            let client = try number()
            guard clocks.updateValue(try clock(), forKey: client) == nil else { throw .clientTwice(client) }
        }
        return clocks
    }
}
