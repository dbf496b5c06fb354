import Bytes
import HTTP1
import Sockets

/// A connection between two loops: taken out of the one that accepted it, and not yet in the one that is to
/// serve it. It neither reads nor answers.
///
/// Where nobody takes it in, the connection ends with the last reference to this.
public final class MovingConnection: @unchecked Sendable {
    // Sound since all of it was taken out of its loop: nobody else has any of it, and whoever is given this
    // may alone use it.

    struct Contents: ~Copyable {
        let transport: Transport
        let localAddress: String
        /// What the other loop is to react to.
        let request: RequestHead
        /// What came behind the request.
        let rest: [UInt8]
    }

    private var contents: Contents?

    init(_ contents: consuming Contents) {
        self.contents = consume contents
    }

    /// What it carries, once.
    func take() -> Contents? {
        contents.take()
    }
}

extension ConnectionLoop {
    /// Takes the connection out of this loop, with the request that it is at and what came behind that.
    func release(
        _ connection: ClientConnection, _ request: RequestHead, _ exchange: HTTPExchange
    ) -> MovingConnection {
        // In this order: a descriptor is watched no longer before another thread may close it.
        try? poller.remove(connection.transport.descriptor)
        forget(connection)
        let rest = exchange.received.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } }
        exchange.received.consume(rest.count)
        // Whoever still holds the object finds nothing to do any more.
        connection.phase = .draining
        return MovingConnection(
            MovingConnection.Contents(
                transport: connection.transport.take(), localAddress: connection.localAddress,
                request: request, rest: rest))
    }

    /// Takes in a connection that another loop handed over, and reacts to its request. A loop that is
    /// stopping lets it go: the client comes back to whoever listens then.
    public func adopt(_ moving: MovingConnection) {
        guard let contents = moving.take(), stage == .serving else { return }
        let (request, rest) = (contents.request, contents.rest)
        guard let connection = insert(contents) else { return }
        guard case .http(let exchange) = connection.phase else { return }
        exchange.received.append(rest)
        react(to: request, connection, exchange)
        if case .http = connection.phase { serve(connection, exchange) }
        // What TLS has read already the poller does not tell of.
        markDirty(connection)
    }

    private func insert(_ contents: consuming MovingConnection.Contents) -> ClientConnection? {
        let local = contents.localAddress
        return insert(contents.transport, localAddress: local)
    }
}
