import Testing
import YCRDT

@testable import Storage

@Suite struct DocumentJSONTests {
    @Test func `[DO22] bytes are base64, and what JSON has no word for is null`() {
        let value: AnyValue = [
            "z": [.bytes([0, 255]), .undefined, .null, .bigInt(7), true], "a": "\"\u{1}é",
            "n": .number(.infinity), "m": ["b": 1.5, "a": 2],
        ]
        #expect(
            String(decoding: DocumentJSON.encode(value), as: UTF8.self)
                == #"{"a":"\"\u0001é","m":{"a":2,"b":1.5},"n":null,"z":["AP8=",null,null,null,true]}"#)
    }
}
