import Files
import Jobs
import Words

/// Makes directories, reads what is in them, and ends them: many of one tree at a time.
struct DirectoryCopier: LanePart {
    /// Directories that a lane is given together, where that saves round trips.
    static let window = 64

    /// A directory of the source that was read.
    private struct Read {
        let task: DirectoryTask
        let listing: Directory
        /// In which order of its positions its entries go; nil for its own.
        var order: [UInt32]?
        /// Chosen names that it does not hold.
        var missing = MissingNames()
        /// What its target holds; nil where that was made anew.
        var existing: ExistingNames?
        /// As in `Listings`.
        var finalMode: UInt16?
    }

    let ends: LaneEnds

    /// Reads the sources, makes the targets, and reads those too that were there already.
    func expand(_ tasks: [DirectoryTask]) {
        guard let target else { return }
        let wanted = tasks.filter(isWanted).map(withMode)
        interrupter.begin(wanted.map(\.control))
        var line = Line(isShared: tasks.count > 1)
        let read = made(read(wanted, &line), target, &line)
        let sweeping = Sweeper(ends: ends)
        // The walk goes on with the one that it hears of last, which is to be the first.
        for one in read.reversed() {
            if let existing = one.existing { sweeping.sweep(existing, one.task, target) }
            var listings = Listings(
                source: sweeping.leavingOutParts(of: one.listing, one.task),
                target: one.existing, holdsLinks: target.makingLinks != nil)
            listings.missing = one.missing
            listings.finalMode = one.finalMode
            if listings.source.count == one.listing.count { listings.order = one.order }
            finish(one.task.id, .expanded(listings))
        }
    }

    private func isWanted(_ task: DirectoryTask) -> Bool {
        if task.control.isStopped {
            finish(task.id, .stopped)
            return false
        }
        guard comesAgain(task) else { return true }
        let reason =
            task.moved == nil
            ? tr("\(task.source) was skipped, because its contents are already being copied.")
            : tr("\(task.source) was skipped, because its contents are already being moved.")
        finish(task.id, .leftOut(reason))
        return false
    }

    /// With the permissions that the source has now, where that costs next to nothing, or nothing else
    /// has said them.
    private func withMode(_ task: DirectoryTask) -> DirectoryTask {
        guard task.modes != .target, target is any SettingModes,
            source.site.isLocal || task.mode == nil && task.isAlone
        else { return task }
        var task = task
        task.mode = EntryMode(of: task.source, in: source)?.bits ?? task.mode
        return task
    }

    private func read(_ tasks: [DirectoryTask], _ line: inout Line) -> [Read] {
        var read: [Read] = []
        let tasks = tasks.map { task in
            guard task.operation == .move else { return task }
            var task = task
            task.chosen = task.chosen?.takenAway(from: source)
            return task
        }
        let unread = tasks.filter { task in
            if let planned = task.planned {
                read.append(Read(task: task, listing: planned))
                return false
            }
            guard case .known(let listing, let order) = task.chosen else { return true }
            do throws(FileSystemError) {
                let listing = try shown(listing, task)
                read.append(Read(task: task, listing: listing, order: order))
            } catch {
                fail(task, error, &line)
            }
            return false
        }
        let answers = source.answers(about: unread.map(\.source)) {
            !unread.contains { $0.control.isStopped }
        }
        for (task, answer) in zip(unread, answers) {
            guard let listing = listing(of: answer, task, &line) else { continue }
            do throws(FileSystemError) {
                if case .named(let names) = task.chosen {
                    let (found, missing) = try ChosenListing.named(names, listing, task.source)
                    read.append(
                        Read(task: task, listing: try shown(found, task), missing: missing))
                    continue
                }
                guard task.operation == .move, !task.isLink else {
                    read.append(Read(task: task, listing: listing))
                    continue
                }
                let listing = try source.shownToMove(listing, of: task.source)
                // Those below are told by the listing of what holds them.
                if task.isAlone, let target = try linkTarget(of: task.source) {
                    finish(task.id, .isLink(to: target))
                } else {
                    read.append(Read(task: task, listing: listing))
                }
            } catch {
                fail(task, error, &line)
            }
        }
        return read
    }

    /// What is known of a directory in which names were chosen: what is moved out of it may be links
    /// that it does not show as such.
    private func shown(
        _ listing: Directory, _ task: DirectoryTask
    ) throws(FileSystemError) -> Directory {
        guard task.operation == .move else { return listing }
        return try source.shownToMove(listing, of: task.source)
    }

    /// The listing of an answer; nil where there is none, which is reported then.
    private func listing(
        of answer: DirectoryAnswer, _ task: DirectoryTask, _ line: inout Line
    ) -> Directory? {
        switch answer {
        case .listed(let listing): return listing
        case .large: finish(task.id, .large)
        case .later: finish(task.id, task.control.isStopped ? .stopped : .returned)
        case .failed(let error): fail(task, error, &line)
        }
        return nil
    }

    /// What is over once something has failed that all of them share.
    private struct Line {
        /// Whether there are others.
        let isShared: Bool
        var isBroken = false
    }

    /// Ends a directory that could not be read or made. Where the connection is gone, the others go
    /// back to the queue.
    private func fail(_ task: DirectoryTask, _ error: FileSystemError, _ line: inout Line) {
        if error.kind == .notFound, let target, hasMoved(task, target) {
            tell(.note(task.id, tr("It had already been moved.")))
            return finish(task.id, .done(0))
        }
        guard line.isShared, error.endsConnection, !task.control.isStopped else {
            return finish(task.id, outcome(of: error, task.control))
        }
        // Another one was stopped, and the connection they shared was broken for it.
        if error.kind == .cancelled || line.isBroken { return finish(task.id, .returned) }
        line.isBroken = true
        finish(task.id, .failed(error))
    }

    /// Whether links have led to a directory that is on the way already, is being written, or is
    /// being moved away: what is read of that may be gone the next moment.
    private func comesAgain(_ task: DirectoryTask) -> Bool {
        if task.isLoop { return true }
        guard !task.above.isEmpty, let files = source as? any IdentifyingDirectories,
            let own = files.identity(of: task.source)
        else { return false }
        if task.above.contains(where: { files.identity(of: $0) == own }) { return true }
        guard let moved = task.moved.flatMap({ files.canonical($0) }),
            let path = files.canonical(task.source)
        else { return false }
        return path.isInside(moved)
    }

    /// Where something leads that is a link, or may be one; nil for a directory.
    private func linkTarget(of path: Path) throws(FileSystemError) -> [UInt8]? {
        let doubt = try source.doubt(about: path)
        if case .directory = doubt { return nil }
        return doubt.target
    }

    /// Whether an earlier process has moved the whole directory without having noted it.
    private func hasMoved(_ task: DirectoryTask, _ target: any FileSystem) -> Bool {
        guard task.isInherited, task.operation == .move, task.chosen == nil else { return false }
        return (try? source.entry(at: task.source)) == .some(nil)
            && (try? target.entry(at: task.target))??.kind == .directory
    }

    // MARK: - Targets

    /// Makes the targets, and reads those that were there; gives back what went well. All are of one
    /// tree, and so of one root.
    private func made(
        _ read: [Read], _ target: any FileSystem, _ line: inout Line
    ) -> [Read] {
        let modes = DirectoryModeSetter(ends: ends, target: target)
        // What was chosen, or planned, goes into a directory that is the user's, and there.
        var present = read.filter(\.task.goesIntoUsers)
        for one in read where one.task.isForeseen {
            do throws(FileSystemError) {
                present.append(try checked(one, target, modes))
            } catch {
                fail(one.task, error, &line)
            }
        }
        let missing = read.filter { !$0.task.goesIntoUsers && !$0.task.isForeseen }
        missing.first?.task.plan?.willDo(
            missing.map { UndoStep($0.task.target, .madeDirectory) })
        let results = target.makeEach(
            missing.map { NewDirectory($0.task.target, mode: modes.first(of: $0.task)) },
            root: missing.first?.task.root)
        var made: [Read] = []
        for var one in missing {
            do throws(FileSystemError) {
                do throws(FileSystemError) {
                    guard let result = results[one.task.target] else {
                        throw FileSystemError.unanswered(one.task.target)
                    }
                    try result.get()
                    if one.task.plan == nil {
                        tell(.didStep(one.task.id, UndoStep(one.task.target, .madeDirectory)))
                    }
                    one.finalMode = modes.final(ofNew: one.task)
                    made.append(one)
                } catch {
                    guard error.kind == .exists else { throw error }
                    present.append(try checked(one, target, modes))
                }
            } catch {
                fail(one.task, error, &line)
            }
        }
        let answers = target.answers(about: present.map(\.task.target)) {
            !present.contains { $0.task.control.isStopped }
        }
        for (one, answer) in zip(present, answers) {
            guard let listing = listing(of: answer, one.task, &line) else { continue }
            var one = one
            one.existing = ExistingNames(listing)
            made.append(one)
        }
        return made
    }

    /// One whose target was there, if it may go into that.
    private func checked(
        _ read: Read, _ target: any FileSystem, _ modes: DirectoryModeSetter
    ) throws(FileSystemError) -> Read {
        try checkPresent(read.task, target)
        try checkMeeting(read.task, target)
        var read = read
        read.finalMode = try modes.final(ofPresent: read.task)
        return read
    }

    /// Two directories are not mixed in one, only because the target has one name for both.
    private func checkMeeting(
        _ task: DirectoryTask, _ target: any FileSystem
    ) throws(FileSystemError) {
        var taken = TakenNames(target: target, tasks: [])
        var other = try taken.same(as: task.target, among: task.meets)
        if other == nil, task.mayMeetUnknown {
            var twins = RestoredTwins(source)
            other = try twins.meeting(task.target, of: task.source, on: target.site, &taken)
        }
        guard let other else { return }
        throw FileSystemError(
            .exists, path: task.target,
            detail: NameMeeting(task.target, other, on: target.site).sentence)
    }

    /// The directory that the user chose may be a link; below it none is followed.
    private func checkPresent(
        _ task: DirectoryTask, _ target: any FileSystem
    ) throws(FileSystemError) {
        guard task.target != task.root, target.site.isLocal,
            let entry = try target.entry(at: task.target), entry.kind != .directory
        else { return }
        let detail =
            entry.kind == .link
            ? tr("A link named \(task.target) is in the way of a directory; rename or delete it.")
            : tr("A file named \(task.target) is in the way of a directory; rename or delete it.")
        throw FileSystemError(.notDirectory, path: task.target, detail: detail)
    }

    // MARK: - The end

    /// What is left to do once everything in directories is done.
    func close(_ tasks: [DirectoryTask]) {
        guard let target else { return }
        interrupter.begin(tasks.map(\.control))
        DirectoryModeSetter(ends: ends, target: target).finish(tasks)
        setTimes(tasks, target)
        var line = Line(isShared: tasks.count > 1)
        var emptied: [DirectoryTask] = []
        for task in tasks {
            guard task.isEmptied else {
                finish(task.id, .done(0))
                continue
            }
            guard task.isLink else {
                emptied.append(task)
                continue
            }
            do throws(FileSystemError) {
                try LinkCopier(ends: ends).removeLink(task.source)
                finish(task.id, .done(0))
            } catch {
                finish(task.id, outcome(of: error, task.control))
            }
        }
        guard !emptied.isEmpty else { return }
        let results = source.removeDirectories(emptied.map(\.source))
        for (index, task) in emptied.enumerated() {
            let result =
                results.indices.contains(index)
                ? results[index] : .failure(FileSystemError.unanswered(task.source))
            switch result {
            // What is gone already is as wanted: the reply to an earlier try may have been lost.
            case .failure(let error) where error.kind != .notFound: fail(task, error, &line)
            default: finish(task.id, .done(0))
            }
        }
    }

    private func setTimes(_ tasks: [DirectoryTask], _ target: any FileSystem) {
        guard let files = target as? any SettingTimes else { return }
        let timed = tasks.compactMap { task in
            task.isTimed(on: target.site) ? task.modified.map { (task: task, time: $0) } : nil
        }
        guard !timed.isEmpty else { return }
        let results = files.setModified(timed.map { ($0.task.target, $0.time) })
        for (index, one) in timed.enumerated() {
            let result =
                results.indices.contains(index)
                ? results[index] : .failure(FileSystemError.unanswered(one.task.target))
            guard case .failure(let error) = result else { continue }
            tell(.note(one.task.id, tr("Its time could not be set. \(error.message)")))
        }
    }
}
