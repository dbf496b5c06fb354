import Testing

@testable import WebSocket

struct SharedReceiverTests {
    private static func frame(_ place: UInt64, beginsAnew: Bool = false, windowBits: Int = 12) -> SharedFrame
    {
        SharedFrame(bytes: [], windowBits: windowBits, place: place, beginsAnew: beginsAnew)
    }

    private static func admitted(
        _ frames: [SharedFrame], windowBits: Int = 12, takesOver: Bool = true
    ) -> [Bool] {
        var receiver = SharedReceiver(SharedWindow(windowBits: windowBits, takesOver: takesOver))
        return frames.map { receiver.admits($0) }
    }

    @Test func `[W57] only a frame that begins anew begins`() {
        #expect(Self.admitted([Self.frame(0), Self.frame(1)]) == [false, false])
        #expect(Self.admitted([Self.frame(5, beginsAnew: true), Self.frame(6)]) == [true, true])
    }

    @Test func `[W57] after a gap none is admitted until one begins anew`() {
        let frames = [
            Self.frame(5, beginsAnew: true), Self.frame(7), Self.frame(8), Self.frame(9, beginsAnew: true),
            Self.frame(10), Self.frame(10), Self.frame(11),
        ]
        #expect(Self.admitted(frames) == [true, false, false, true, true, false, true])
    }

    @Test func `places wrap`() {
        #expect(Self.admitted([Self.frame(.max, beginsAnew: true), Self.frame(0)]) == [true, true])
    }

    @Test func `[W57] who agreed on a smaller window gets none, who agreed on a larger one all`() {
        let frames = [Self.frame(1, beginsAnew: true), Self.frame(2)]
        #expect(Self.admitted(frames, windowBits: 11) == [false, false])
        #expect(Self.admitted(frames, windowBits: 15) == [true, true])
    }

    @Test func `[RFC 7692 7.1.1.1] who takes over nothing gets those that begin anew`() {
        let frames = [Self.frame(1, beginsAnew: true), Self.frame(2), Self.frame(3, beginsAnew: true)]
        #expect(Self.admitted(frames, takesOver: false) == [true, false, true])
    }

    @Test func `an owner can hold it, if it has one`() {
        final class Session { var receiver: SharedReceiver? }
        let session = Session()
        #expect(session.receiver?.admits(Self.frame(1, beginsAnew: true)) == nil)
        session.receiver = SharedReceiver(SharedWindow(windowBits: 12, takesOver: true))
        #expect(session.receiver?.admits(Self.frame(1, beginsAnew: true)) == true)
        #expect(session.receiver?.admits(Self.frame(2)) == true)
    }
}
