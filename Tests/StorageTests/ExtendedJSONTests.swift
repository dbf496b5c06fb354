import Testing

@testable import Bytes
@testable import Storage

@Suite struct ExtendedJSONTests {
    private func plain(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        ExtendedJSON.appendPlain(bytes, 0..<bytes.count, try JSONScanner.scan(bytes), to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"$numberLong":"5"}"#, "5"), (#"{"$numberInt":"-5"}"#, "-5"), (#"{"$numberDouble":"1.5"}"#, "1.5"),
        (#"{"$numberDouble":"1.35E12"}"#, "1350000000000"), (#"{"$numberDouble":"Infinity"}"#, "null"),
        (#"{"$oid":"50a1"}"#, #""50a1""#), (#"{"$undefined":true}"#, "null"),
        (#"{"$date":"2012-10-01T12:34:56.789Z"}"#, "1349094896789"),
        (#"{"$date":{"$numberLong":"1349094896789"}}"#, "1349094896789"), (#"{"$date":7}"#, "7"),
        (#"{"a":[1,{"$numberLong":"5"},"$"],"b":{"$oid":"x"}}"#, #"{"a":[1,5,"$"],"b":"x"}"#),
    ])
    func `a wrapped value is the value`(text: String, expected: String) throws {
        #expect(try plain(text) == expected)
    }

    @Test(arguments: [
        #"{"a": "$numberLong"}"#, #"{"$numberLong":"x"}"#, #"{"$numberLong":"5","b":1}"#,
        #"{"$date":"soon"}"#,
        #"{"$other":{"a":1}}"#, #"[]"#, #""$oid""#, "{ \"a\" : [ 1 ] }",
    ])
    func `all else stays, white space between values aside`(text: String) throws {
        let kept = text.contains("$") ? text.replacing(": ", with: ":") : text
        #expect(try plain(text) == kept)
    }

    @Test(
        arguments: [
            ("5", 5), ("1.35e12", 1_350_000_000_000), (#"{"$numberLong":"7"}"#, 7),
            (#"{"$date":"1970-01-01"}"#, 0),
            ("1.5", nil), (#""5""#, nil), ("[]", nil), ("1e300", nil), (#"{"$oid":"5"}"#, nil), ("true", nil),
        ] as [(String, Int64?)])
    func `a time is a number, plain or wrapped, or a date`(text: String, ms: Int64?) throws {
        let bytes = Array(text.utf8)
        #expect(ExtendedJSON.milliseconds(bytes, 0..<bytes.count, try JSONScanner.scan(bytes)) == ms)
    }
}
