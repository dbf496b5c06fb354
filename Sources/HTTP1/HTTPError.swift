/// Why a request is refused: the status to answer with before the connection is closed, and a sentence.
///
/// It is about requests alone; a server's malformed answer is a ``ResponseError``.
public struct HTTPError: Error, Equatable {
    public let status: Int
    public let message: String

    public init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}
