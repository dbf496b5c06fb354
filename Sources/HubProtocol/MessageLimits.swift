/// Bounds on what a message may hold, each in bytes of UTF-8.
public enum MessageLimits {
    /// A whole message: room for a tool with a picture in it, small enough that a thousand members can each
    /// be sent one.
    public static let message = 524_288
    /// A type or a name: they are keys of indexes.
    public static let key = 128
    /// An op's `id` or a hello's `client`.
    public static let id = 64
    /// A participant's name: it has to fit beside what was said.
    public static let participant = 64
    /// A token; the hub's own are far shorter.
    public static let token = 256
    /// How many types one `replay` may ask for.
    public static let replayTypes = 64
}
