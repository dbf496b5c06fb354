import Testing

@testable import YCRDT

struct ClientStructsTests {
    @Test(arguments: 1...9)
    func `the block that holds a clock is found`(count: Int) {
        var structs = ClientStructs(id: 7)
        defer { structs.blocks.deallocate() }
        for index in 0..<count {
            structs.blocks.append(ClientStructs.Block(clock: Clock(index * 3), item: ItemIndex(index)))
        }
        for clock in 0..<count * 3 { #expect(structs.position(of: Clock(clock)) == clock / 3) }
    }
}
