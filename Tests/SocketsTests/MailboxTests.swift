import Glibc
import Sockets
import Testing

@Suite struct MailboxTests {
    @Test func `messages come out once and in order`() throws {
        let mailbox = try Mailbox<Int>()
        for message in 1...3 { mailbox.post(message) }
        #expect(mailbox.takeAll() == [1, 2, 3])
        #expect(mailbox.takeAll() == [])
    }

    @Test func `only the first message of an empty mailbox wakes the reader`() throws {
        let mailbox = try Mailbox<Int>()
        mailbox.post(1)
        mailbox.waker.drain()
        mailbox.post(2)
        #expect(!isReadable(mailbox.waker))
        _ = mailbox.takeAll()
        mailbox.post(3)
        #expect(isReadable(mailbox.waker))
    }

    @Test func `two mailboxes may share one waker`() throws {
        let waker = try Waker()
        let numbers = Mailbox<Int>(waker: waker)
        let words = Mailbox<String>(waker: waker)
        words.post("a")
        #expect(isReadable(waker))
        #expect(numbers.takeAll() == [])
        #expect(words.takeAll() == ["a"])
    }

    @Test func `nothing is lost or doubled among many threads`() async throws {
        let mailbox = try Mailbox<Int>()
        await withTaskGroup { group in
            for poster in 0..<4 {
                group.addTask {
                    for number in 0..<1000 { mailbox.post(poster * 1000 + number) }
                }
            }
        }
        let taken = mailbox.takeAll()
        #expect(taken.sorted() == Array(0..<4000))
        for poster in 0..<4 {
            let own = taken.filter { $0 / 1000 == poster }
            #expect(own == own.sorted())
        }
    }
}

/// Whether the waker would end a wait now.
func isReadable(_ waker: Waker) -> Bool {
    var entry = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
}
