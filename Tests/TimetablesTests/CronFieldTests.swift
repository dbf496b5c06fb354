import Testing

@testable import Timetables

@Suite struct CronFieldTests {
    private func numbers(_ text: Substring, _ unit: CronField.Unit) throws -> [Int] {
        let field = try CronField(text, unit)
        return (-1...70).filter { field.contains($0) }
    }

    @Test(arguments: [
        ("0", CronField.Unit.second, [0]), ("5,3,5", .minute, [3, 5]), ("1-4", .hour, [1, 2, 3, 4]),
        ("*/20", .second, [0, 20, 40]), ("50/4", .minute, [50, 54, 58]), ("10-20/5", .minute, [10, 15, 20]),
        ("jan,DEC", .month, [1, 12]), ("feb-apr", .month, [2, 3, 4]), ("mon-fri", .weekday, [1, 2, 3, 4, 5]),
        ("7", .weekday, [0]), ("fri-sun", .weekday, [0, 5, 6]), ("5-7", .weekday, [0, 5, 6]),
        ("*/1000", .day, [1]), ("?", .hour, Array(0...23)), ("*", .weekday, Array(0...6)),
    ])
    func `a field names numbers`(text: String, unit: CronField.Unit, expected: [Int]) throws {
        #expect(try numbers(text[...], unit) == expected)
    }

    @Test(arguments: [
        ("60", CronField.Unit.second), ("0", .day), ("32", .day), ("13", .month), ("8", .weekday),
        ("", .hour),
        ("1,", .hour), ("1-", .hour), ("-1", .hour), ("4-1", .hour), ("*/0", .hour), ("1/", .hour),
        ("x", .hour),
        ("1/2/3", .hour), ("jan", .day), ("99999999999999999999", .hour), ("+1", .hour), ("１", .hour),
    ])
    func `what is no field is refused with the field's name`(text: String, unit: CronField.Unit) {
        let error = #expect(throws: CronError.self) { try CronField(text[...], unit) }
        #expect(error?.description.contains(unit.rawValue) == true)
    }

    @Test func `the next number of a field is it or after it`() throws {
        let field = try CronField("10-20/5", .minute)
        #expect([0, 10, 11, 20, 21, 60].map { field.next(from: $0) } == [10, 10, 15, 20, nil, nil])
    }
}
