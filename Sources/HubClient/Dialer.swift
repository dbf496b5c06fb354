internal import Glibc
internal import Sockets

/// Makes a TCP connection to whichever address of a host answers first in their order.
enum Dialer {
    /// The socket does not block.
    static func dial(
        host: String, port: UInt16, until deadline: Deadline
    ) throws(HubClientError) -> Socket {
        let addresses: [SocketAddress]
        do {
            addresses = try SocketAddress.resolve(host: host, port: port)
        } catch {
            throw .unreachable(error.description)
        }
        var failure = HubClientError.unreachable("can't connect to \(host)")
        for address in addresses {
            do throws(HubClientError) {
                return try dial(address, until: deadline)
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private static func dial(
        _ address: SocketAddress, until deadline: Deadline
    ) throws(HubClientError) -> Socket {
        let socket: Socket
        do {
            socket = try Socket.connect(to: address, blocking: false)
        } catch {
            throw .unreachable("can't \(error)")
        }
        guard try Readying.wait(socket.descriptor, for: POLLOUT, until: deadline) else {
            throw .timedOut("connecting to \(address)")
        }
        if let error = socket.connectError() {
            throw .unreachable(
                "can't \(SocketError(operation: "connect to \(address)", code: error.code))")
        }
        return socket
    }
}
