import Testing
import Threads

@testable import Storage

@Suite struct MailboxTests {
    @Test func `it presses while something waits, and when nothing will come any more`() {
        let mailbox = Mailbox<Int>()
        #expect(!mailbox.isPressing)
        mailbox.put(1)
        #expect(mailbox.isPressing)
        #expect(mailbox.takeAll() == [1])
        #expect(!mailbox.isPressing)
        mailbox.close()
        #expect(mailbox.isPressing)
    }

    @Test func `what is put comes out in its order`() {
        let mailbox = Mailbox<Int>()
        for number in 1...3 { #expect(mailbox.put(number)) }
        #expect(mailbox.wait())
        #expect(mailbox.takeAll() == [1, 2, 3])
        #expect(mailbox.takeAll() == [])
    }

    @Test func `a closed mailbox takes nothing more, and gives what it has`() {
        let mailbox = Mailbox<Int>()
        mailbox.put(1)
        mailbox.close()
        #expect(!mailbox.put(2))
        #expect(mailbox.wait())
        #expect(mailbox.takeAll() == [1])
        #expect(!mailbox.wait())
    }

    @Test func `many threads put, and one that waits gets everything, each thread's in its order`() throws {
        let mailbox = Mailbox<[Int]>()
        let threads = try (0..<4).map { thread in
            try WorkerThread(name: "test-put") {
                for number in 0..<5_000 { mailbox.put([thread, number]) }
            }
        }
        var next = [0, 0, 0, 0]
        while next.reduce(0, +) < 20_000, mailbox.wait() {
            for taken in mailbox.takeAll() {
                #expect(next[taken[0]] == taken[1])
                next[taken[0]] += 1
            }
        }
        for thread in threads { thread.join() }
        #expect(next == [5_000, 5_000, 5_000, 5_000])
    }
}
