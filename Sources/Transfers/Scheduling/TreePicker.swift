import Files
import Jobs

/// Says what comes next below a directory: files as long as some are known, then directories that
/// are to be read, several at a time.
struct TreePicker {
    /// Directories that one lane is given, where there are as many, before others have their share.
    private static let leastDirectories = 8

    private let flow: JobFlow
    private let jobs: JobTree
    private let lanes: LanePool
    private let tasks: TaskMaker
    private let store: StoreWriter

    init(_ flow: JobFlow, _ tasks: TaskMaker, _ store: StoreWriter) {
        self.flow = flow
        jobs = flow.jobs
        lanes = flow.lanes
        self.tasks = tasks
        self.store = store
    }

    /// Takes the next work out of a tree; nil where there is none now. `directories`: how many a lane
    /// reads at once.
    func work(below top: JobNode, directories: Int) -> LaneWork? {
        letGo(below: top)
        if let work = readyWork(top) ?? renameWork(top) ?? fileWork(top)
            ?? directoryWork(top, directories)
        {
            return work
        }
        // Those in which nothing was left have ended now.
        letGo(below: top)
        return readyWork(top)
    }

    /// Lets go of the listings of which every entry became a job.
    private func letGo(below top: JobNode) {
        guard let stack = top.subtree?.walk?.stack else { return }
        let ended = stack.filter { $0.isExhausted && !$0.directory.isHeld }.map(\.directory)
        guard !ended.isEmpty else { return }
        let ids = Set(ended.map(\.id))
        top.subtree?.walk?.stack.removeAll { ids.contains($0.directory.id) }
        for directory in ended.reversed() {
            directory.subtree?.reading = .handedOut
            flow.checkComplete(directory)
        }
    }

    /// Lanes among which the work below `top` is shared out.
    private func lanes(for top: JobNode) -> Int {
        lanes.numbers.potential(of: lanes.route(for: top.job))
    }

    private func leastFiles(_ top: JobNode) -> Int {
        lanes.route(for: top.job).filePace.least
    }

    // MARK: - Jobs that have begun

    /// Files that go before any new entry, or directories that are to be ended.
    private func readyWork(_ top: JobNode) -> LaneWork? {
        guard let ready = top.subtree?.walk?.ready, !ready.isEmpty else { return nil }
        var kept: [JobID] = []
        var closings: [DirectoryTask] = []
        var renamed: FileTask?
        var run = FileRun(
            most: FileRun.share(of: ready.count, among: lanes(for: top)), least: leastFiles(top))
        for id in ready {
            guard let node = jobs[id], isAtHand(node) else { continue }
            if mayGoOn(node), node.isRenamed {
                guard renamed == nil, run.isEmpty, closings.isEmpty else {
                    kept.append(id)
                    continue
                }
                renamed = tasks.renaming(node)
            } else if !mayGoOn(node) || isUnread(node) || renamed != nil {
                kept.append(id)
            } else if node.job.kind == .directory {
                if run.isEmpty, closings.count < DirectoryCopier.window {
                    if let task = tasks.closing(of: node) { closings.append(task) }
                } else {
                    kept.append(id)
                }
            } else if run.isFull || !closings.isEmpty {
                kept.append(id)
            } else if let task = tasks.file(node) {
                run.add(task, size: node.job.size)
            }
        }
        top.subtree?.walk?.ready = kept
        if let renamed { return .rename(renamed) }
        if !closings.isEmpty { return .close(closings) }
        return run.isEmpty ? nil : .files(run.tasks)
    }

    private func isAtHand(_ node: JobNode) -> Bool { !node.isFinished && node.control == nil }

    /// What its directory's listing does not know as present would be found in it anew.
    private func mayGoOn(_ node: JobNode) -> Bool {
        !node.isHeld && node.parent?.reading != .unread
    }

    private func isUnread(_ node: JobNode) -> Bool {
        node.job.kind == .directory && node.reading != .closing
    }

    // MARK: - Chosen names

    /// Gives the next of the names that were chosen another name on its site.
    private func renameWork(_ top: JobNode) -> LaneWork? {
        guard top.givesNames, !top.isHeld,
            let stack = top.subtree?.walk?.stack,
            let index = stack.firstIndex(where: { $0.directory === top })
        else { return nil }
        let mayAsk = mayAsk(top)
        guard var expansion = top.subtree?.walk?.stack[index] else { return nil }
        defer { top.subtree?.walk?.stack[index] = expansion }
        expansion.directoriesLeft = 0
        // Files and directories alike, each once.
        while let position = expansion.takePosition(mayAsk: mayAsk) {
            expansion.nextDirectory = expansion.nextFile
            if !mayAsk, isTaken(position, in: expansion) {
                expansion.setAside.append(Int32(truncatingIfNeeded: position))
                continue
            }
            guard let child = child(of: expansion, at: position), let task = tasks.renaming(child)
            else { continue }
            return .rename(task)
        }
        return nil
    }

    // MARK: - Questions

    /// Whether more files of the tree may come to ask.
    private func mayAsk(_ top: JobNode) -> Bool { top.subtree?.walk?.mayAsk ?? true }

    private func isTaken(_ position: Int, in expansion: Walk.Expansion) -> Bool {
        let job = expansion.directory.job
        return expansion.isTaken(
            at: position, from: job.source.site, to: job.target?.site ?? .local)
    }

    // MARK: - Files

    /// Makes jobs of the next files of the listings, those of the last one first.
    private func fileWork(_ top: JobNode) -> LaneWork? {
        guard let stack = top.subtree?.walk?.stack else { return nil }
        let mayAsk = mayAsk(top)
        let left = stack.reduce(0) { $0 + $1.fileCount(mayAsk: mayAsk) }
        guard left > 0 else { return nil }
        // The other lanes have these to read.
        let unread = stack.reduce(0) { $0 + $1.directoriesLeft }
        var run = FileRun(
            most: FileRun.share(of: left, unread: unread, among: lanes(for: top)),
            least: leastFiles(top))
        for index in stack.indices.reversed()
        where stack[index].fileCount(mayAsk: mayAsk) > 0 && !stack[index].directory.isHeld {
            takeFiles(top, at: index, &run, mayAsk)
            if run.isFull { break }
        }
        return run.isEmpty ? nil : .files(run.tasks)
    }

    private func takeFiles(
        _ top: JobNode, at index: Int, _ run: inout FileRun, _ mayAsk: Bool
    ) {
        guard var expansion = top.subtree?.walk?.stack[index] else { return }
        defer { top.subtree?.walk?.stack[index] = expansion }
        let listing = expansion.listing
        while !run.isFull, let position = expansion.takePosition(mayAsk: mayAsk) {
            let kind = listing.kind(at: position)
            guard expansion.isHandedOut(kind), kind != .directory else { continue }
            if !mayAsk, isTaken(position, in: expansion) {
                expansion.setAside.append(Int32(truncatingIfNeeded: position))
                continue
            }
            guard let child = child(of: expansion, at: position), let task = tasks.file(child)
            else { continue }
            run.add(task, size: child.job.size)
        }
    }

    // MARK: - Directories

    /// Directories that are to be read: those that were tried before, then those of the last
    /// listings. One that is large goes alone.
    private func directoryWork(_ top: JobNode, _ directories: Int) -> LaneWork? {
        guard let walk = top.subtree?.walk else { return nil }
        guard walk.mayRead else { return nil }
        let left = walk.stack.reduce(walk.ready.count) { $0 + $1.listing.count - $1.nextDirectory }
        let share = max(TreePicker.leastDirectories, left / max(1, lanes(for: top)))
        var most = walk.nameCount < Walk.mostNames ? min(directories, share) : 1
        var found: [DirectoryTask] = []
        takeReady(top, &found, &most)
        for index in walk.stack.indices.reversed()
        where found.count < most && !walk.stack[index].directory.isHeld {
            takeDirectories(top, at: index, &found, most)
        }
        return found.isEmpty ? nil : .expand(found)
    }

    private func takeReady(_ top: JobNode, _ found: inout [DirectoryTask], _ most: inout Int) {
        guard let ready = top.subtree?.walk?.ready, !ready.isEmpty else { return }
        var kept: [JobID] = []
        for id in ready {
            guard let node = jobs[id], isAtHand(node) else { continue }
            let isLarge = node.subtree?.isLarge ?? false
            if found.count < most, isUnread(node), mayGoOn(node), !isLarge || found.isEmpty {
                if let task = tasks.expansion(of: node) { found.append(task) }
                if isLarge { most = 1 }
            } else {
                kept.append(id)
            }
        }
        top.subtree?.walk?.ready = kept
    }

    private func takeDirectories(
        _ top: JobNode, at index: Int, _ found: inout [DirectoryTask], _ most: Int
    ) {
        guard var expansion = top.subtree?.walk?.stack[index] else { return }
        defer { top.subtree?.walk?.stack[index] = expansion }
        let listing = expansion.listing
        while expansion.nextDirectory < listing.count, found.count < most {
            let position = expansion.position(expansion.nextDirectory)
            expansion.nextDirectory += 1
            guard listing.kind(at: position) == .directory else { continue }
            expansion.directoriesLeft -= 1
            guard let child = child(of: expansion, at: position),
                let task = tasks.expansion(of: child)
            else { continue }
            found.append(task)
        }
    }

    // MARK: - New jobs

    private func child(of expansion: Walk.Expansion, at position: Int) -> JobNode? {
        let directory = expansion.directory
        guard let entry = expansion.listing.entry(at: position),
            !expansion.present.contains(entry.name), let target = directory.job.target
        else { return nil }
        let parent = directory.job
        let source = Location(
            site: parent.source.site, path: parent.source.path.appending(entry.name))
        // The same name, in the bytes that it has on the other side.
        let targetName =
            directory.planned?.spellings[entry.name]
            ?? entry.name.carried(from: source.site, to: target.site)
        let request = JobRequest(
            // What a link leads to is copied, whatever becomes of the link.
            operation: parent.link == nil ? parent.operation : .copy, source: source, entry: entry,
            target: Location(site: target.site, path: target.path.appending(targetName)),
            root: parent.root, policy: parent.policy, links: parent.links,
            modes: parent.modes)
        let id = jobs.newNumber(from: store)
        var job = Job(request, id: id, batch: parent.batch)
        job.parent = parent.id
        let node = JobNode(
            job, position: id.rawValue, parent: directory,
            past: directory.isRevisit ? .tried : .none)
        node.file?.countedSize = job.size ?? 0
        node.isUnmeasured = job.size == nil
        node.meeting.others = expansion.twins.others(of: position).compactMap { other in
            expansion.listing.entry(at: other).map {
                target.path.appending($0.name.carried(from: source.site, to: target.site))
            }
        }
        node.meeting.isFirst = expansion.twins.isFirst(position)
        node.meeting.existing =
            node.mayMeet || directory.subtree?.isContested == true
            ? .unknown : expansion.existing?.state(of: targetName) ?? .none
        jobs.insert(node)
        directory.subtree?.children.insert(id)
        directory.subtree?.openChildren += 1
        return node
    }
}
