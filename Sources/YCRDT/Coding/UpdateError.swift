/// Why bytes are not an update, a state vector or a message that this module takes.
///
/// It says what is wrong with the bytes, never what a document lacks: an update that refers to what is not
/// there yet is kept until that comes.
public enum UpdateError: Error, Hashable, Sendable, CustomStringConvertible {
    case endsEarly
    case trailingBytes(count: Int)
    case numberTooLarge
    case invalidUTF8
    case invalidJSON
    /// The info byte of a struct whose content nobody writes.
    case unknownContent(info: UInt8)
    case unknownType(UInt64)
    case unknownValue(tag: UInt8)
    case unknownParent(UInt64)
    case unknownMessage(UInt64)
    case tooDeep(limit: Int)
    /// More elements are announced than bytes are left for them.
    case countTooLarge(UInt64)
    case emptyStruct
    case clientTwice(UInt64)
    /// A clock, or a clock and a length, beyond the largest that a document counts to.
    case clockTooLarge
    /// A struct whose origin or parent is itself or what its client did later.
    case refersToItself
    case tooManyClients(limit: Int)
    case tooManyStructs(limit: Int)
    case tooManyBytes(limit: Int)
    case tooManyDeletes(limit: Int)

    public var description: String {
        switch self {
        case .endsEarly: "the bytes end in the middle of a value"
        case .trailingBytes(let count): "\(count) more bytes after the end"
        case .numberTooLarge: "a number is beyond 2^53 - 1"
        case .invalidUTF8: "a text is not UTF-8"
        case .invalidJSON: "a value is not JSON"
        case .unknownContent(let info): "a struct has the unknown content 0x\(String(info, radix: 16))"
        case .unknownType(let type): "there is no shared type \(type)"
        case .unknownValue(let tag): "there is no value with the tag \(tag)"
        case .unknownParent(let kind): "there is no kind of parent \(kind)"
        case .unknownMessage(let type): "there is no message of the type \(type)"
        case .tooDeep(let limit): "a value is nested deeper than \(limit)"
        case .countTooLarge(let count): "\(count) elements are announced, and there is no room for them"
        case .emptyStruct: "a struct has no length"
        case .clientTwice(let client): "the client \(client) appears twice"
        case .clockTooLarge: "a clock is beyond \(Clock.max)"
        case .refersToItself: "a struct refers to itself or to what came later"
        case .tooManyClients(let limit): "more than \(limit) clients"
        case .tooManyStructs(let limit): "more than \(limit) structs"
        case .tooManyBytes(let limit): "more than \(limit) bytes"
        case .tooManyDeletes(let limit): "more than \(limit) deleted ranges"
        }
    }
}
