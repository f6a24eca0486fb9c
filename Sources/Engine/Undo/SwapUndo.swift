import Files
import Jobs
import Words

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
    /// What is taken back where it is: what was changed, and what is left of an old directory that cannot come
    /// back any more.
    let staying: [UndoStep]

    private static func origin(_ step: UndoStep) -> Path? {
        if case .renamed(let from) = step.what { from } else { nil }
    }

    /// That the new directory got the target's name.
    private static func entry(in steps: [UndoStep]) -> UndoStep? {
        steps.first { step in
            origin(step).map { SwapNames.isNew($0, beside: step.path) } == true
        }
    }

    /// What was replaced as a whole, by the first of a mirror's steps; nil where nothing was.
    static func target(of steps: [UndoStep]) -> Path? { entry(in: steps)?.path }

    /// Nil for any other mirror.
    init?(_ steps: [UndoStep]) {
        let origin = SwapUndo.origin
        guard let entry = SwapUndo.entry(in: steps), let new = origin(entry) else { return nil }
        self.entry = entry
        self.new = new
        target = entry.path
        let exit = steps.first { origin($0) == entry.path }
        self.exit = exit
        backup = steps.first { exit != nil && origin($0) == exit?.path }
        var (along, holders, made): ([UndoStep], [UndoStep], [UndoStep]) = ([], [], [])
        var staying: [UndoStep] = []
        for step in steps where ![entry, exit, backup].contains(step) {
            switch step.what {
            case _ where step.path.isInside(new): made.append(step)
            case .renamed: along.append(step)
            case .madeDirectory where step.path.isInside(target): holders.append(step)
            default: staying.append(step)
            }
        }
        self.along = along.reversed()
        self.holders = holders.sorted { $0.path.components.count > $1.path.components.count }
        self.made = made
        self.staying = staying
    }

    /// All but what was made.
    var renamings: [UndoStep] {
        [entry] + [exit, backup].compactMap(\.self) + along + holders
    }

    /// What was made, where it is once the new directory has the target's name.
    var arrived: [UndoStep] {
        made.compactMap { step in
            step.path.components(below: new).map {
                UndoStep(number: step.number, target.below($0), step.what)
            }
        }
    }
}

// What has given way as a whole comes back as a whole.
extension Undoer {
    /// Gives the old directory its place again, and gives what is to be taken back then; nil where something
    /// is in the way, so that what is there must stay.
    mutating func undo(_ swap: SwapUndo) throws(FileSystemError) -> [UndoStep]? {
        do throws(FileSystemError) {
            let isWritten = try files.entry(at: swap.new) != nil
            if let exit = swap.exit {
                if try isThere(exit, swap.backup) {
                    try giveBack(swap, exit, isWritten: isWritten)
                } else {
                    try checkOld(swap, exit, isWritten: isWritten)
                }
                // Also where an earlier try has come no further.
                for step in swap.holders { try clear(step, swap) }
            } else if isWritten, try files.entry(at: swap.target) != nil {
                result.notes.append(
                    tr(
                        "\(swap.target.text) was kept, because it is not known whose it is; check what is in "
                            + "it."))
            }
            if isWritten { try removeParts(swap) }
            // Others may have put something into what was not there before: it stays where it is.
            let made = swap.exit == nil && !isWritten ? swap.arrived : swap.made
            try open(made)
            if swap.exit != nil { result.undone += swap.renamings.map(\.number) }
            return made + swap.staying
        } catch {
            try note(error)
            return nil
        }
    }

    private func isThere(_ exit: UndoStep, _ backup: UndoStep?) throws(FileSystemError) -> Bool {
        if let backup, try files.entry(at: backup.path) != nil { return true }
        return try files.entry(at: exit.path) != nil
    }

    /// Before the renaming, or where it was given up, the target is the old one still.
    private func checkOld(
        _ swap: SwapUndo, _ exit: UndoStep, isWritten: Bool
    ) throws(FileSystemError) {
        let place = swap.backup?.path ?? exit.path
        if isWritten, try files.entry(at: swap.target) == nil {
            throw FileSystemError(
                .notFound, path: swap.new,
                detail: tr(
                    "\(swap.new.text) was kept, because \(swap.target.text) and "
                        + "\(place.text) no longer exist."))
        }
        guard isWritten || swap.made.allSatisfy({ $0.path == swap.new }) else {
            throw FileSystemError(
                .notFound, path: place,
                detail: tr("\(swap.target.text) was kept, because \(place.text) no longer exists."))
        }
    }

    /// All or nothing: what may be in the way is looked for before anything gets another name.
    private mutating func giveBack(
        _ swap: SwapUndo, _ exit: UndoStep, isWritten: Bool
    ) throws(FileSystemError) {
        if isWritten { try checkFree(swap.target, on: files) }
        let isIn = try files.entry(at: swap.target) != nil
        if isIn { try SwapProof(swap, exit, files, record.time).check() }
        var backup: Path?
        if let kept = swap.backup?.path, try files.entry(at: kept) != nil {
            try checkFree(exit.path, on: files)
            try files.rename(kept, to: exit.path)
            backup = kept
        }
        var moved: [UndoStep] = []
        var left: [String] = []
        for step in swap.along {
            switch try takeBack(step, swap) {
            case .moved: moved.append(step)
            case .left(let place): left.append(Undoer.moved(step.path, place))
            case .gone: break
            }
        }
        do throws(FileSystemError) {
            try exchange(swap, exit, isIn: isIn)
        } catch {
            // Without a connection nothing can be put right; another try goes on from here.
            if !error.endsConnection { try putBack(moved, exit, backup) }
            throw error
        }
        // Only now it is there.
        result.notes += left
    }

    private static func moved(_ path: Path, _ place: Path) -> String {
        tr("What was in \(path.text) is in \(place.text) now; check whether you need it.")
    }

    /// Both names change, or neither does.
    private func exchange(
        _ swap: SwapUndo, _ exit: UndoStep, isIn: Bool
    ) throws(FileSystemError) {
        if isIn { try files.rename(swap.target, to: swap.new) }
        do throws(FileSystemError) {
            try files.rename(exit.path, to: swap.target)
        } catch {
            if isIn, !error.endsConnection { try files.rename(swap.new, to: swap.target) }
            throw error
        }
    }

    /// Everything gets the place again that it had before somebody wanted to undo.
    private func putBack(
        _ moved: [UndoStep], _ exit: UndoStep, _ backup: Path?
    ) throws(FileSystemError) {
        for step in moved.reversed() {
            if case .renamed(let from) = step.what { try files.rename(from, to: step.path) }
        }
        if let backup { try files.rename(exit.path, to: backup) }
    }

    /// What became of something that has moved along.
    private enum Along {
        /// It is in the old directory again by this.
        case moved
        case gone
        /// It goes where the new directory goes, and has that path then.
        case left(Path)
    }

    /// Has something that has moved along come back into the old directory. It keeps nothing from coming
    /// back.
    private mutating func takeBack(
        _ step: UndoStep, _ swap: SwapUndo
    ) throws(FileSystemError) -> Along {
        guard case .renamed(let from) = step.what, try files.entry(at: step.path) != nil,
            let below = step.path.components(below: swap.target)
        else { return .gone }
        let place = swap.new.below(below)
        guard try files.entry(at: from) == nil else { return .left(place) }
        do throws(FileSystemError) {
            try files.rename(step.path, to: from)
            return .moved
        } catch {
            try note(error)
            return .left(place)
        }
    }

    /// A directory for what was put aside, in what was the new one: what others have put there since
    /// moves along with the old one.
    private mutating func clear(
        _ step: UndoStep, _ swap: SwapUndo
    ) throws(FileSystemError) {
        guard let below = step.path.components(below: swap.target) else { return }
        let (place, old) = (swap.new.below(below), swap.target.below(below))
        do throws(FileSystemError) {
            guard try files.entry(at: place)?.kind == .directory else { return }
            if try files.list(place).count == 0 {
                try removeDirectory(place)
            } else if try files.entry(at: old) == nil {
                try files.rename(place, to: old)
            } else {
                result.notes.append(Undoer.moved(step.path, place))
            }
        } catch {
            try note(error)
        }
    }

    /// Lets the user remove what is in directories that were made for nobody to write in.
    private func open(_ made: [UndoStep]) throws(FileSystemError) {
        guard let setter = files as? any SettingModes, setter.setsModes else { return }
        // Some servers tell permissions in listings only.
        var listings = SteppedListings(files)
        for step in made where step.what == .madeDirectory {
            guard let entry = try listings.entry(at: step.path), entry.isClosed else { continue }
            do throws(FileSystemError) {
                try setter.setMode(Entry.openMode, of: step.path)
            } catch {
                // Removing tells what is wrong.
                if error.endsConnection || error.question != nil { throw error }
            }
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
