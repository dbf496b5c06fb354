import Testing
import Trials

struct TextTableTests {
    @Test func `columns are as wide as their widest cell`() {
        var table = TextTable(["name", "ns"])
        table.add(["a", "1,234"])
        table.add(["longer", "5"])
        #expect(table.text == "name       ns\na       1,234\nlonger      5\n")
    }
}
