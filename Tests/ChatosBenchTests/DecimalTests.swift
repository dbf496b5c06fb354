import Testing

@testable import chatos_bench

struct DecimalTests {
    @Test(arguments: [
        (0.0, 0, "0"), (0.05, 1, "0.1"), (999.5, 0, "1,000"), (1_234_567.891, 2, "1,234,567.89"),
        (-12.34, 1, "-12.3"), (0.005, 3, "0.005"), (-0.001, 1, "0.0"), (.infinity, 0, "-"), (.nan, 2, "-"),
    ])
    func `a number is rounded and its thousands are set apart`(value: Double, places: Int, text: String) {
        #expect(Decimal.text(value, places: places) == text)
    }
}
