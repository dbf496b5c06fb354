import Trials

/// Writes the ops that clients under torture send, each with bytes of its own.
///
/// Whether an op is taken is the hub's to say.
struct OpText {
    /// Names within a room that tools and other named ops share.
    private static let names = ["clock", "board", "__proto__", "ö", "a b"]

    let client: Int
    let number: Int

    /// A logged op, of any kind, with the id that recognises it.
    func logged(using generator: inout Chance) -> [UInt8] {
        let id = #""id":"\#(number)","of":\#(client)"#
        let name = OpText.names.randomElement(using: &generator) ?? ""
        return switch Int.random(in: 0..<10, using: &generator) {
        case 0..<6: op(#""type":"comment",\#(id),"body""#, using: &generator)
        case 6: op(#""type":"note","name":"\#(name)",\#(id),"body""#, using: &generator)
        case 7: op(#""type":"upgrade","name":"\#(name)",\#(id),"script""#, using: &generator)
        case 8: op(#""type":"remove","name":"\#(name)",\#(id),"why""#, using: &generator)
        default: op(#""type":"constructor",\#(id),"body""#, using: &generator)
        }
    }

    func transient(_ count: Int, using generator: inout Chance) -> [UInt8] {
        Array(#"{"type":"pulse","persist":false,"of":\#(client),"behind":\#(number),"count":\#(count)}"#.utf8)
    }

    /// Mostly small; now and then one that spills over several pages of the database.
    private func op(_ head: String, using generator: inout Chance) -> [UInt8] {
        let length =
            generator.happens(5)
            ? Int.random(in: 4_000..<20_000, using: &generator) : Int.random(in: 0..<300, using: &generator)
        let letter = UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator)
        return Array("{\(head):\"".utf8) + [UInt8](repeating: letter, count: length) + Array("\"}".utf8)
    }
}
