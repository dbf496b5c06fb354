public import YCRDT

/// A message of the y-protocols, byte for byte as their clients write it.
///
/// It does not look into the update that it carries; whoever applies that does.
public enum SyncMessage: Hashable, Sendable {
    /// What the sender has. The answer is a `syncStep2` of what it lacks.
    case syncStep1(StateVector)
    case syncStep2([UInt8])
    case update([UInt8])
    /// States of who is there, read by ``Awareness``.
    case awareness([UInt8])
    /// From a server: the document is not for you.
    case permissionDenied(reason: String)
    /// The sender asks for all that is known of who is there.
    case queryAwareness

    private enum Kind {
        static let sync: UInt64 = 0
        static let awareness: UInt64 = 1
        static let auth: UInt64 = 2
        static let queryAwareness: UInt64 = 3
    }

    private enum Step {
        static let one: UInt64 = 0
        static let two: UInt64 = 1
        static let update: UInt64 = 2
    }

    /// What every sync step 1 begins with.
    public static let stepOne = [UInt8(Kind.sync), UInt8(Step.one)]

    /// - Throws: what is wrong with the bytes; more of them than the message has is wrong too.
    public init(decoding bytes: [UInt8], limits: UpdateLimits = UpdateLimits()) throws(UpdateError) {
        let result = bytes.withUnsafeBytes { buffer -> Result<SyncMessage, UpdateError> in
            do throws(UpdateError) {
                var reader = ByteReader(buffer)
                let message = try SyncMessage.read(&reader, limits)
                try reader.requireEnd()
                return .success(message)
            } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }

    private static func read(_ reader: inout ByteReader, _ limits: UpdateLimits) throws(UpdateError)
        -> SyncMessage
    {
        switch try reader.number() {
        case Kind.sync:
            switch try reader.number() {
            case Step.one:
                return .syncStep1(try StateVector(decoding: try reader.byteArray(), limits: limits))
            case Step.two: return .syncStep2(try reader.byteArray())
            case Step.update: return .update(try reader.byteArray())
            case let step: throw .unknownMessage(step)
            }
        case Kind.awareness: return .awareness(try reader.byteArray())
        case Kind.auth:
            let kind = try reader.number()
            guard kind == 0 else { throw .unknownMessage(kind) }
            return .permissionDenied(reason: try reader.string())
        case Kind.queryAwareness: return .queryAwareness
        case let kind: throw .unknownMessage(kind)
        }
    }

    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .syncStep1(let vector): sync(Step.one, vector.encoded(), &writer)
        case .syncStep2(let update): sync(Step.two, update, &writer)
        case .update(let update): sync(Step.update, update, &writer)
        case .awareness(let update):
            writer.number(Kind.awareness)
            writer.counted(update)
        case .permissionDenied(let reason):
            writer.number(Kind.auth)
            writer.number(UInt64(0))
            writer.string(reason)
        case .queryAwareness: writer.number(Kind.queryAwareness)
        }
        return writer.bytes
    }

    private func sync(_ step: UInt64, _ payload: [UInt8], _ writer: inout ByteWriter) {
        writer.number(Kind.sync)
        writer.number(step)
        writer.counted(payload)
    }
}
