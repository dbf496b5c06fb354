import TestSupport
import Testing
import YCRDT

/// Updates that are made to do harm: each is refused, or integrated within bounded time and memory.
struct YDocHostileTests {
    @Test func `an update that ends at any byte is refused and changes nothing`() throws {
        for document in Vectors.documents {
            let whole = try #require(document["full"]?.bytes)
            let doc = YDoc(clientID: 1)
            for end in 0..<whole.count {
                #expect(throws: UpdateError.self) { try doc.apply(Array(whole[..<end])) }
            }
            #expect(doc.stateVector.clocks.isEmpty && doc.structCount == 0 && !doc.isIncomplete)
        }
    }

    @Test func `random bytes and changed bytes are refused or integrated, and the document stays whole`()
        throws
    {
        var random = SeededGenerator(seed: 7)
        let updates = Vectors.documents.compactMap { $0["full"]?.bytes }
        var refused = 0
        for round in 0..<3000 {
            let doc = YDoc(clientID: 1)
            if round % 2 == 0 { try doc.apply(random.pick(updates)) }
            var bytes = random.pick(updates)
            if round % 3 == 0 { bytes = (0..<random.below(60)).map { _ in UInt8(random.below(256)) } }
            for _ in 0..<random.below(4) where !bytes.isEmpty {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }
            do { try doc.apply(bytes) } catch { refused += 1 }
            // What it is now can be written and read. What waits may fit another document better, and where
            // forged neighbours are in the wrong order, the order of a text depends on that of the updates.
            let copy = YDoc(clientID: 2)
            try copy.apply(doc.encodeStateAsUpdate())
            guard !doc.isIncomplete else { continue }
            #expect(copy.stateVector == doc.stateVector)
            #expect(copy.deleteSet == doc.deleteSet)
            #expect(copy.text("text").length == doc.text("text").length)
        }
        #expect(refused > 500)
    }

    @Test func `32 Mi structs announced in twelve bytes are refused before room is made`() {
        let update = HandWritten.block(client: 7, clock: 0, count: 32 << 20) { _ in }
        #expect(update.count < 13)
        let time = processorTime {
            for _ in 0..<1000 {
                #expect(throws: UpdateError.countTooLarge(32 << 20)) { try YDoc(clientID: 1).apply(update) }
            }
        }
        #expect(time < .seconds(2))
    }

    @Test(arguments: [4_294_967_296, 9_007_199_254_740_991] as [UInt64])
    func `a clock or a length beyond what is counted is refused`(number: UInt64) {
        let doc = YDoc(clientID: 1)
        let collected = HandWritten.block(client: 7, clock: 0, count: 1) {
            $0.byte(0)
            $0.number(number)
        }
        #expect(throws: UpdateError.clockTooLarge) { try doc.apply(collected) }
        let late = HandWritten.block(client: 7, clock: number, count: 1) { $0.firstText("a") }
        #expect(throws: UpdateError.clockTooLarge) { try doc.apply(late) }
        let sum = HandWritten.block(client: 7, clock: 4_294_967_295, count: 1) { $0.firstText("a") }
        #expect(throws: UpdateError.clockTooLarge) { try doc.apply(sum) }
    }

    @Test func `a varint without an end is refused`() {
        let bytes = [UInt8](repeating: 0xFF, count: 100_000)
        #expect(throws: UpdateError.numberTooLarge) { try YDoc(clientID: 1).apply(bytes) }
    }

    @Test func `values nested without an end are refused without deep recursion`() {
        let update = HandWritten.block(client: 7, clock: 0, count: 1) { writer in
            writer.byte(8)
            writer.number(1)
            writer.string("array")
            writer.number(1)
            for _ in 0..<1_000_000 {
                writer.byte(117)
                writer.number(1)
            }
        }
        #expect(throws: UpdateError.tooDeep(limit: 128)) { try YDoc(clientID: 1).apply(update) }
    }

    @Test func `an item that is its own origin or parent is refused`() {
        let origin = HandWritten.block(client: 7, clock: 3, count: 1) { $0.text("a", after: 7, 3) }
        #expect(throws: UpdateError.refersToItself) { try YDoc(clientID: 1).apply(origin) }
        let parent = HandWritten.block(client: 7, clock: 0, count: 1) { writer in
            writer.byte(4)
            writer.number(0)
            writer.number(7)
            writer.number(5)
            writer.string("a")
        }
        #expect(throws: UpdateError.refersToItself) { try YDoc(clientID: 1).apply(parent) }
    }

    @Test func `items of two clients that are each other's parents wait, and are never there`() throws {
        let doc = YDoc(clientID: 1)
        let update = HandWritten.update { writer in
            writer.number(2)
            for (client, other) in [(UInt64(9), UInt64(8)), (8, 9)] {
                writer.number(1)
                writer.number(client)
                writer.number(0)
                writer.byte(7)
                writer.number(0)
                writer.number(other)
                writer.number(0)
                writer.number(1)
            }
            writer.number(0)
        }
        let applied = try doc.apply(update)
        #expect(!applied.isComplete && !applied.didChange)
        #expect(doc.stateVector.clocks.isEmpty)
    }

    @Test func `a flood of updates that wait for something is bounded, and costs little`() throws {
        let doc = YDoc(clientID: 1)
        var cutShort = 0
        let time = try processorTime {
            for client in 0..<20_000 {
                let update = HandWritten.block(client: UInt64(100 + client), clock: 5, count: 1) {
                    $0.text("x", after: 77, 1_000_000)
                }
                if try doc.apply(update).isCutShort { cutShort += 1 }
            }
        }
        #expect(cutShort == 20_000 - doc.limits.pendingUpdates)
        #expect(doc.encodeStateAsUpdate().count < 100_000)
        #expect(time < .seconds(10))
    }

    @Test func `2,000 inserts at one place by rising clients pass each other once`() throws {
        let doc = YDoc(clientID: 1)
        let time = try processorTime {
            for client in 0..<2000 {
                try doc.apply(
                    HandWritten.block(client: UInt64(100 + client), clock: 0, count: 1) { $0.firstText("x") })
            }
        }
        #expect(doc.text("text").length == 2000)
        #expect(doc.steps == 2000 * 1999 / 2)
        #expect(time < .seconds(10))
    }

    @Test func `60,000 nested types are deleted with their root, without deep recursion`() throws {
        let doc = YDoc(clientID: 1)
        let depth = 60_000
        let update = HandWritten.block(client: 7, clock: 0, count: depth) { writer in
            for level in 0..<depth {
                writer.byte(7)
                if level == 0 {
                    writer.number(1)
                    writer.string("array")
                } else {
                    writer.number(0)
                    writer.number(7)
                    writer.number(level - 1)
                }
                writer.number(0)
            }
        }
        try doc.apply(update)
        let time = try processorTime { try doc.apply([0, 1, 7, 1, 0, 1]) }
        #expect(doc.array("array").count == 0)
        // All but the root are one place in the client's history.
        #expect(doc.structCount == 2)
        #expect(time < .seconds(5))
    }

    @Test func `a million deleted ranges cost no more than they must, known or not`() throws {
        let ranges = 500_000
        let deletes = HandWritten.update { writer in
            writer.number(0)
            writer.number(1)
            writer.number(7)
            writer.number(ranges)
            for index in 0..<ranges {
                writer.number(index * 2)
                writer.number(1)
            }
        }
        let doc = YDoc(clientID: 1)
        let unknown = try doc.apply(deletes)
        #expect(unknown.isCutShort && !doc.isIncomplete)
        try doc.apply(
            HandWritten.block(client: 7, clock: 0, count: 1) {
                $0.firstText(String(repeating: "ab", count: ranges))
            })
        let time = try processorTime { try doc.apply(deletes) }
        #expect(doc.text("text").length == ranges)
        #expect(doc.text("text").string == String(repeating: "b", count: ranges))
        #expect(time < .seconds(30))
        let many = HandWritten.update { writer in
            writer.number(0)
            writer.number(1)
            writer.number(7)
            writer.number(2_000_000)
            writer.raw([UInt8](repeating: 1, count: 4_000_000))
        }
        #expect(throws: UpdateError.tooManyDeletes(limit: 1_048_576)) { try doc.apply(many) }
    }

    @Test func `more clients than a document may have are refused`() throws {
        var limits = UpdateLimits()
        limits.clients = 10
        let doc = YDoc(clientID: 1, limits: limits)
        for client in 0..<10 {
            try doc.apply(
                HandWritten.block(client: UInt64(100 + client), clock: 0, count: 1) { $0.firstText("x") })
        }
        let next = HandWritten.block(client: 999, clock: 0, count: 1) { $0.firstText("x") }
        #expect(throws: UpdateError.tooManyClients(limit: 10)) { try doc.apply(next) }
        try doc.apply(HandWritten.block(client: 105, clock: 1, count: 1) { $0.firstText("y") })
        #expect(doc.text("text").length == 11)
    }

    @Test func `a neighbour in another type doesn't tie two lists together`() throws {
        let doc = YDoc(clientID: 1)
        doc.edit {
            doc.text("one").insert("abc", at: 0)
            doc.text("two").insert("def", at: 0)
        }
        let update = HandWritten.block(client: 7, clock: 0, count: 1) { writer in
            writer.byte(0xC4)
            writer.number(1)
            writer.number(0)
            writer.number(1)
            writer.number(4)
            writer.string("X")
        }
        try doc.apply(update)
        #expect(doc.text("one").string.count + doc.text("two").string.count == 7)
        #expect(doc.text("one").length == 4 && doc.text("two").string == "def")
    }

    @Test func `content beyond a document's room is refused`() throws {
        var limits = UpdateLimits()
        limits.contentBytes = 1000
        let doc = YDoc(clientID: 1, limits: limits)
        let update = HandWritten.block(client: 7, clock: 0, count: 1) {
            $0.firstText(String(repeating: "x", count: 500))
        }
        #expect(throws: UpdateError.tooManyBytes(limit: 1000)) { try doc.apply(update) }
    }
}
