import Files
import Jobs
import Words

/// Whether what has a target's name is what a swap has put there: another directory is not to be moved away,
/// and nothing in it is to be removed.
struct SwapProof {
    /// Files that are looked at.
    private static let sample = 200

    private let swap: SwapUndo
    private let exit: UndoStep
    private let files: any FileSystem
    /// When the swap was done, in seconds since the epoch.
    private let time: Int64

    /// Of a swap that has renamed an old directory by `exit`.
    init(_ swap: SwapUndo, _ exit: UndoStep, _ files: any FileSystem, _ time: Int64) {
        self.swap = swap
        self.exit = exit
        self.files = files
        self.time = time
    }

    /// Throws where it is not, or cannot be.
    func check() throws(FileSystemError) {
        if let later = try laterBackup() {
            throw try kept(
                tr(
                    "\(swap.target.text) was kept, because \(later.text) is newer than what would "
                        + "come back."))
        }
        if try isOther() {
            throw try kept(
                tr("\(swap.target.text) was kept, because it is not what was put there."))
        }
    }

    /// With a way out: whoever knows better may bring the old directory back.
    private func kept(_ why: String) throws(FileSystemError) -> FileSystemError {
        var place = exit.path
        if let backup = swap.backup?.path, try files.entry(at: backup) != nil { place = backup }
        let advice = tr(
            "The old directory is in \(place.text); to bring it back, rename it by hand.")
        return FileSystemError(.changed, path: swap.target, detail: "\(why) \(advice)")
    }

    /// What a later run has put aside beside the backup.
    private func laterBackup() throws(FileSystemError) -> Path? {
        guard let backup = swap.backup?.path, let name = backup.name,
            try files.entry(at: backup) != nil
        else { return nil }
        let later = try files.list(backup.parent).entries.filter { entry in
            entry.kind == .directory && SwapProof.shape(entry.name) == SwapProof.shape(name)
                && SwapProof.date(name).lexicographicallyPrecedes(SwapProof.date(entry.name))
        }
        return later.map(\.name).min().map(backup.parent.appending)
    }

    private static func date(_ name: Name) -> ArraySlice<UInt8> {
        name.bytes.prefix(DatedName.timeLength)
    }

    /// Where there are digits and letters.
    private static func shape(_ name: Name) -> [UInt8] {
        date(name).map { byte in
            switch byte {
            case 0x30...0x39: 0x30
            case 0x41...0x5A, 0x61...0x7A: 0x61
            default: byte
            }
        }
    }

    /// Of what was made, at least half is as it was made.
    private func isOther() throws(FileSystemError) -> Bool {
        let made = swap.arrived.filter { $0.path != swap.target }
        let copies = SwapProof.sample(made.filter(\.isFile))
        guard copies.isEmpty else {
            let entries = try files.details(of: copies.map(\.path))
            let count = copies.indices.count { index in
                entries.indices.contains(index)
                    && entries[index].map { isMade(copies[index], $0) } == true
            }
            return count * 2 < copies.count
        }
        let others = SwapProof.sample(made)
        var count = 0
        for step in others where try files.entry(at: step.path) != nil { count += 1 }
        guard others.isEmpty else { return count * 2 < others.count }
        // An empty directory came into the place of the old one.
        let own = Set(
            swap.renamings.compactMap { $0.path.components(below: swap.target)?.first })
        return try files.list(swap.target).entries.contains { !own.contains($0.name) }
    }

    /// Whether a file may be the one that was made, by all that is known of both.
    private func isMade(_ step: UndoStep, _ entry: Entry) -> Bool {
        guard case .madeFile(let size, let modified) = step.what, entry.kind == .file else {
            return false
        }
        if let size, let present = entry.size, size != present { return false }
        guard let present = entry.modified else { return true }
        if let modified, Timestamp.order(present, modified) == 0 { return true }
        // Servers may give a file the time at which it came.
        guard modified == nil || files.site.isRemote else { return false }
        return !present.isZoned || present.seconds <= time &+ Undoer.clockTolerance
    }

    /// Some of many, from all over.
    private static func sample(_ steps: [UndoStep]) -> [UndoStep] {
        let pace = max(1, steps.count / sample)
        return stride(from: 0, to: steps.count, by: pace).map { steps[$0] }
    }
}

extension UndoStep {
    fileprivate var isFile: Bool {
        if case .madeFile = what { true } else { false }
    }
}
