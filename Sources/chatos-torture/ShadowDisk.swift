/// A folder as a disk sees it: files, and which names lead to them, now and as of the folder's last sync.
///
/// It is a value and touches no real disk; a file that lost its name is kept until the folder is synced.
struct ShadowDisk {
    private var files: [Int: ShadowFile] = [:]
    private var names: [String: Int] = [:]
    private var syncedNames: [String: Int] = [:]
    private var made = 0

    /// What the folder holds is on the disk.
    init(_ contents: [String: [UInt8]] = [:]) {
        for (name, bytes) in contents {
            _ = open(name)
            update(name) { $0 = ShadowFile(synced: bytes) }
        }
        syncFolder()
    }

    func has(_ name: String) -> Bool { names[name] != nil }

    /// Makes the file unless it is there.
    ///
    /// - Returns: its number, by which whoever opened it goes on when the name is taken away.
    mutating func open(_ name: String) -> Int {
        if let number = names[name] { return number }
        made += 1
        files[made] = ShadowFile()
        names[name] = made
        return made
    }

    mutating func remove(_ name: String) {
        names[name] = nil
    }

    mutating func syncFolder() {
        syncedNames = names
        let kept = Set(names.values)
        files = files.filter { kept.contains($0.key) }
    }

    mutating func update(_ number: Int, _ change: (inout ShadowFile) -> Void) {
        // A file whose name is gone for good is written by those that still have it open, and is nobody's.
        guard files[number] != nil else { return }
        change(&files[number, default: ShadowFile()])
    }

    private mutating func update(_ name: String, _ change: (inout ShadowFile) -> Void) {
        guard let number = names[name] else { return }
        update(number, change)
    }

    /// The name of an open file; nil when it has none any more.
    func name(of number: Int) -> String? {
        names.first { $0.value == number }?.key
    }

    /// What a power cut may take: files with changes that were not synced.
    var unsynced: [String] {
        names.filter { files[$0.value]?.unsyncedCount ?? 0 > 0 }.map(\.key).sorted()
    }

    /// The files that are found after a power cut, and what is in them.
    ///
    /// Names that were made or taken away since the folder's last sync are there or not as chance has it.
    func afterPowerCut(using generator: inout some RandomNumberGenerator) -> [String: [UInt8]] {
        // Disks of either kind are about.
        let sector = Bool.random(using: &generator) ? 512 : 4_096
        var found: [String: [UInt8]] = [:]
        // In one order, so that a seed determines the image.
        for name in Set(names.keys).union(syncedNames.keys).sorted() {
            let isNew = names[name] == syncedNames[name] || Bool.random(using: &generator)
            let survival = ShadowFile.Survival.allCases.randomElement(using: &generator) ?? .none
            guard let number = isNew ? names[name] : syncedNames[name], let file = files[number] else {
                continue
            }
            found[name] = file.afterPowerCut(sector: sector, survival: survival, using: &generator)
        }
        return found
    }
}
