import Foundation
import TestSupport
import Testing
import YCRDT

@testable import chatos_bench

@Suite struct DocsTraceTests {
    @Test func `a seed's keys are the same each time, and make a document`() throws {
        let trace = DocsTrace(keys: 3000, seed: 7)
        #expect(trace.updates == DocsTrace(keys: 3000, seed: 7).updates)
        #expect(trace.updates != DocsTrace(keys: 3000, seed: 8).updates)
        let doc = YDoc(clientID: 2)
        for update in trace.updates { _ = try doc.apply(update) }
        #expect(!doc.isIncomplete)
        // Some keys take letters back.
        #expect((1500..<3000).contains(doc.text("text").length))
    }

    @Test func `what is written is read again`() throws {
        let folder = try TestSupport.TemporaryFolder()
        let trace = DocsTrace(keys: 50, seed: 1)
        let path = folder.path + "/trace"
        try Data(trace.encoded).write(to: URL(filePath: path))
        #expect(try DocsTrace(path: path).updates == trace.updates)
    }

    @Test func `a file that ends within an update is refused`() throws {
        let folder = try TestSupport.TemporaryFolder()
        let bytes = DocsTrace(keys: 2, seed: 1).encoded
        let path = folder.path + "/trace"
        for count in [1, 3, 5, bytes.count - 1] {
            try Data(bytes.prefix(count)).write(to: URL(filePath: path))
            #expect(throws: Failure.self) { try DocsTrace(path: path) }
        }
    }
}
