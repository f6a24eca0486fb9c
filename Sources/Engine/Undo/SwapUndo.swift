import Files
import Jobs

/// The steps of a mirror that has given a directory's place to a new one as a whole.
struct SwapUndo {
    /// Where both belong.
    let target: Path
    /// Where the new directory was written.
    let new: Path
    /// That it got the target's name.
    let entry: UndoStep
    /// That the old directory got another name, where there was one; then that it was put elsewhere.
    let exit: UndoStep?
    let backup: UndoStep?
    /// What was moved from the old directory to the new one, the last first.
    let along: [UndoStep]
    /// What was made in the new one for that, the deepest first.
    let holders: [UndoStep]
    /// What was written in the new one beforehand.
    let made: [UndoStep]

    /// Nil for any other mirror.
    init?(_ steps: [UndoStep]) {
        func origin(_ step: UndoStep) -> Path? {
            if case .renamed(let from) = step.what { from } else { nil }
        }
        let entry = steps.first { step in
            origin(step).map { SwapNames.isNew($0, beside: step.path) } == true
        }
        guard let entry, let new = origin(entry) else { return nil }
        self.entry = entry
        self.new = new
        target = entry.path
        let exit = steps.first { origin($0) == entry.path }
        self.exit = exit
        backup = steps.first { exit != nil && origin($0) == exit?.path }
        var (along, holders, made): ([UndoStep], [UndoStep], [UndoStep]) = ([], [], [])
        for step in steps where ![entry, exit, backup].contains(step) {
            if step.path.isInside(new) {
                made.append(step)
            } else if case .madeDirectory = step.what {
                holders.append(step)
            } else {
                along.append(step)
            }
        }
        self.along = along.reversed()
        self.holders = holders.sorted { $0.path.components.count > $1.path.components.count }
        self.made = made
    }

    /// All but what was made.
    fileprivate var renamings: [UndoStep] {
        [entry] + [exit, backup].compactMap(\.self) + along + holders
    }
}

// What has given way as a whole comes back as a whole.
extension Undoer {
    /// Gives the old directory its place again; false where something is in the way, so that what is there
    /// must stay.
    mutating func undo(_ swap: SwapUndo) throws(FileSystemError) -> Bool {
        do throws(FileSystemError) {
            let isWritten = try files.entry(at: swap.new) != nil
            if let exit = swap.exit, try !isThere(exit, swap.backup) {
                // Before the renaming, or where it was given up, the target is the old one still.
                guard isWritten || swap.made.allSatisfy({ $0.path == swap.new }) else {
                    let place = swap.backup?.path ?? exit.path
                    throw FileSystemError(
                        .notFound, path: place,
                        detail: "\(swap.target.text) was kept, because \(place.text) no longer "
                            + "exists.")
                }
            } else {
                if let backup = swap.backup { try takeBack(backup) }
                for step in swap.along { try takeBack(step) }
                for step in swap.holders { try remove(step, swap) }
                try exchange(swap, isWritten: isWritten)
            }
            if isWritten { try removeParts(swap) }
            result.undone += swap.renamings.map(\.number).filter { !result.undone.contains($0) }
            return true
        } catch {
            try note(error)
            return false
        }
    }

    private func isThere(_ exit: UndoStep, _ backup: UndoStep?) throws(FileSystemError) -> Bool {
        if let backup, try files.entry(at: backup.path) != nil { return true }
        return try files.entry(at: exit.path) != nil
    }

    private mutating func takeBack(_ step: UndoStep) throws(FileSystemError) {
        guard case .renamed(let from) = step.what else { return }
        try rename(step.path, to: from)
        result.undone.append(step.number)
    }

    /// A directory for what was put aside: what others have put there since moves along with it.
    private mutating func remove(
        _ step: UndoStep, _ swap: SwapUndo
    ) throws(FileSystemError) {
        if try files.entry(at: step.path)?.kind == .directory {
            if try files.list(step.path).count == 0 {
                try removeDirectory(step.path)
            } else if let exit = swap.exit,
                let below = step.path.components(below: swap.target)
            {
                try rename(step.path, to: exit.path.below(below))
            }
        }
        result.undone.append(step.number)
    }

    /// Both names change, or neither does.
    private mutating func exchange(
        _ swap: SwapUndo, isWritten: Bool
    ) throws(FileSystemError) {
        let isThere = try files.entry(at: swap.target) != nil
        let isIn = isThere && !isWritten
        if isIn { try files.rename(swap.target, to: swap.new) }
        guard let exit = swap.exit else { return }
        do throws(FileSystemError) {
            try rename(exit.path, to: swap.target)
        } catch {
            if isIn { try files.rename(swap.new, to: swap.target) }
            throw error
        }
    }

    /// Removes what a copy that was broken off has left of its files.
    private mutating func removeParts(_ swap: SwapUndo) throws(FileSystemError) {
        for step in swap.made {
            guard case .madeDirectory = step.what else { continue }
            let listing: Directory
            do throws(FileSystemError) {
                listing = try files.list(step.path)
            } catch {
                // It may not have been made any more.
                if try files.isNoDirectory(step.path, after: error) { continue }
                throw error
            }
            let parts = listing.entries.filter { $0.kind == .file && PartID($0.name) != nil }
            let answers = files.removeFiles(parts.map { step.path.appending($0.name) })
            for answer in answers { try answer.get() }
        }
    }
}
