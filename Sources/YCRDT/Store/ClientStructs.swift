/// What one client wrote, as far as it is known: its structs by their clocks, without gaps.
struct ClientStructs: BitwiseCopyable {
    /// Where a struct begins, beside the struct's own place, so that looking for a clock stays in one row.
    struct Block: BitwiseCopyable {
        var clock: Clock
        var item: ItemIndex
    }

    let id: ClientID
    var blocks = RawVector<Block>()
    /// The next clock.
    var state: Clock = 0
    /// What `state` was before the transaction at hand, when it has changed it.
    var before: Clock = 0
    var isTouched = false

    init(id: ClientID) {
        self.id = id
    }

    /// The position of the block that holds a known clock.
    @inline(__always)
    func position(of clock: Clock) -> Int {
        let last = blocks.count - 1
        // Most refer to what was written last.
        if blocks[last].clock <= clock { return last }
        var low = 0
        var high = last
        while high - low > 1 {
            let middle = (low + high) >> 1
            if blocks[middle].clock <= clock { low = middle } else { high = middle }
        }
        return low
    }
}
