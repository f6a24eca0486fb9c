import Files
import Jobs
import Words

/// Links: copied as what they are, followed, or left out and told. One that stands by itself and goes
/// to another machine is followed in any case: who names it wants what it leads to.
struct LinkCopier: LanePart {
    let ends: LaneEnds

    /// Finds out what becomes of the links among the tasks. Those that are left are to be made as
    /// links (`FileTask.madeLink`), or lead to files; nil where the connection broke, and all was
    /// reported.
    func settleLinks(_ tasks: [FileTask], to target: any FileSystem) -> [FileTask]? {
        let links = tasks.indices.filter { tasks[$0].kind == .link && !tasks[$0].control.isStopped }
        guard let first = links.first else { return tasks }
        interrupter.begin(tasks[first].control)
        let followed = links.filter { isFollowed(tasks[$0], to: target) }
        // Where nothing can be learnt of all together, each says why.
        let details =
            followed.isEmpty ? nil : try? source.details(of: followed.map { tasks[$0].source })
        var settled: [FileTask?] = tasks
        for index in links {
            let task = tasks[index]
            interrupter.begin(task.control)
            do throws(FileSystemError) {
                if let position = followed.firstIndex(of: index) {
                    let entry = details.flatMap {
                        $0.indices.contains(position) ? $0[position] : nil
                    }
                    settled[index] = try following(task, entry)
                } else {
                    settled[index] = try kept(task, to: target)
                }
            } catch {
                settled[index] = nil
                finish(task.id, outcome(of: error, task.control))
                guard [.connection, .timeout, .login].contains(error.kind) else { continue }
                for other in settled.compactMap(\.self) { finish(other.id, .returned) }
                return nil
            }
        }
        interrupter.begin(nil)
        return settled.compactMap(\.self)
    }

    private func isFollowed(_ task: FileTask, to target: any FileSystem) -> Bool {
        if task.links == .follow { return true }
        guard task.isAlone else { return false }
        return source.site != target.site || target.makingLinks == nil
    }

    // MARK: - As links

    /// The task with what the link is to say; nil where it has ended.
    private func kept(
        _ task: FileTask, to target: any FileSystem
    ) throws(FileSystemError) -> FileTask? {
        guard target.makingLinks != nil else {
            finish(task.id, linkSkipped(task, .unsupported))
            return nil
        }
        var task = task
        if source.site.isLocal {
            guard let entry = try source.entry(at: task.source) else {
                try finishMissing(task, in: target)
                return nil
            }
            guard entry.kind == .link else {
                // Something else has the name by now.
                task.kind = .file
                task.size = entry.size
                task.modified = entry.modified
                task.mode = entry.mode
                return task
            }
            task.link = entry.target
        }
        guard let text = task.link, !text.isEmpty else {
            finish(task.id, linkSkipped(task, source.site.isLocal ? .unreadable : .hidden))
            return nil
        }
        task.madeLink =
            source.site == target.site
            ? text
            : LinkText.carried(
                text, of: task.source, depth: task.depth, from: source.site, to: target.site)
        if task.madeLink == nil {
            finish(
                task.id,
                linkSkipped(task, .outside(VisibleText.make(text))))
            return nil
        }
        return task
    }

    /// An earlier process may have moved it without having noted it.
    private func finishMissing(
        _ task: FileTask, in target: any FileSystem
    ) throws(FileSystemError) {
        if let entry = try target.entry(at: task.target),
            try RevisitCheck(ends: ends).hasMoved(task, entry, target)
        {
            return finish(task.id, .done(0))
        }
        finish(
            task.id,
            .failed(
                FileSystemError(
                    .notFound, path: task.source,
                    detail: tr("\(task.source) no longer exists; check what happened to it."))))
    }

    /// Ends the task of a link whose name has a link to the same place already.
    func finishLink(_ task: FileTask, meeting entry: Entry) throws(FileSystemError) -> Bool {
        guard let text = task.madeLink, entry.kind == .link, entry.target == text else {
            return false
        }
        if task.operation == .move { try removeLink(task.source, saying: text) }
        finish(task.id, .done(0))
        return true
    }

    /// Whether the task has ended by making a link.
    func copyLink(_ plan: FilePlan, to target: any FileSystem) -> Bool {
        let task = plan.task
        guard let text = task.madeLink else { return false }
        do throws(FileSystemError) {
            if plan.replaces { try AsideKeeper(ends: ends).keep(task, target) }
            let isNew = !plan.replaces || task.aside != nil || task.existing.isNone
            let step = UndoStep(task.target, .madeLink(to: text))
            if isNew { task.plan?.willDo([step]) }
            try make(task, text, replacing: plan.replaces, in: target)
            if !isNew {
                tell(.replaced(task.id))
            } else if task.plan == nil {
                tell(.didStep(task.id, step))
            }
            keepTime(of: task, in: target)
            if task.operation == .move { try removeLink(task.source, saying: text) }
            finish(task.id, .done(0))
        } catch {
            AsideKeeper(ends: ends).bringBack(task, after: error, target)
            finish(task.id, ConflictCheck(ends: ends).unwritten(task, error, target))
        }
        return true
    }

    /// A file or a link that has the name goes only once the new link is there: beside it first.
    private func make(
        _ task: FileTask, _ text: [UInt8], replacing: Bool, in target: any FileSystem
    ) throws(FileSystemError) {
        guard let target = target.makingLinks else {
            throw FileSystemError(
                .unsupported, path: task.target,
                detail:
                    tr(
                        "\(task.source) is a link, which the target cannot store; copy what it leads "
                            + "to."))
        }
        guard replacing, try target.entry(at: task.target) != nil else {
            return try target.makeLink(task.target, to: text, root: task.root)
        }
        let id = try task.parts.newID(for: task.target)
        let part = StoredPart(
            part: Part(id: id, file: task.target, place: .beside(id.name)),
            source: Location(site: source.site, path: task.source), site: target.site,
            root: task.root)
        try task.parts.willWrite(part, isAlone: task.isAlone)
        try target.makeLink(part.part.path, to: text, root: task.root)
        do throws(FileSystemError) {
            try target.rename(
                part.part.path, to: task.target,
                replacement: RenameReplacement(id: id) { _ throws(FileSystemError) in })
        } catch {
            PartRecovery(ends: ends).throwAway(part, task, target)
            guard error.kind == .unsupported else { throw error }
            try makeAnew(task, text, in: target)
        }
        try task.parts.forget([part])
    }

    /// Where links cannot be renamed, one that has the name is removed first; anything else stays.
    private func makeAnew(
        _ task: FileTask, _ text: [UInt8], in target: any MakingLinks
    ) throws(FileSystemError) {
        guard let present = try target.entry(at: task.target) else {
            return try target.makeLink(task.target, to: text, root: task.root)
        }
        // Only listings tell a link there.
        let old = if case .entry(let listed) = task.existing { listed } else { present }
        guard old.kind == .link, let before = old.target else {
            throw FileSystemError(
                .exists, path: task.target,
                detail: tr("\(task.target) is not a link and was kept; rename or delete it."))
        }
        guard let removed = target.removeFiles([task.target], root: task.root).first else {
            throw FileSystemError.unanswered(task.target)
        }
        try removed.get()
        do throws(FileSystemError) {
            try target.makeLink(task.target, to: text, root: task.root)
        } catch {
            // What it was is better than nothing; what went wrong is told in any case.
            try? target.makeLink(task.target, to: before, root: task.root)
            throw error
        }
    }

    /// Gives the link that was made the time of the one it was copied from, as far as that is known to
    /// the second and can be set there.
    private func keepTime(of task: FileTask, in target: any FileSystem) {
        guard let files = target as? any SettingLinkTimes, let time = task.modified,
            time.precision == .second, time.isZoned
        else { return }
        do throws(FileSystemError) {
            try files.setModified(time, ofLink: task.target)
        } catch {
            // Where none is ever set, that is no news of this link.
            guard error.kind != .unsupported else { return }
            tell(.note(task.id, tr("The time of the link could not be set. \(error.message)")))
        }
    }

    // MARK: - What they lead to

    /// The task with what is known of the file that the link leads to; nil where it leads to none.
    private func following(
        _ task: FileTask, _ entry: Entry?
    ) throws(FileSystemError) -> FileTask? {
        let isHere = source.site.isLocal
        switch entry?.kind {
        case .directory:
            finish(task.id, .leadsToDirectory(entry))
            return nil
        case .other:
            finish(task.id, linkSkipped(task, .notRegular))
            return nil
        case nil where isHere:
            // What an earlier process has moved is looked for at the target.
            if try source.entry(at: task.source) == nil { return task }
            finish(task.id, linkSkipped(task, .dangling))
            return nil
        case .file, .link, nil:
            // Of a directory servers tell no size.
            if !isHere, entry?.size == nil, try source.leadsToDirectory(task.source) {
                finish(task.id, .leadsToDirectory(entry))
                return nil
            }
        }
        var task = task
        task.size = entry?.size
        task.modified = entry?.modified ?? task.modified
        task.mode = entry?.mode
        return task
    }

    /// Whether a link could not be read because of where it leads.
    func leadsToNoFile(_ task: FileTask, _ error: FileSystemError) -> Bool {
        task.kind == .link && (error.path == nil || error.path == task.source)
            && [.isDirectory, .notFound, .unsupported].contains(error.kind)
    }

    /// What becomes of a link that cannot be copied.
    func linkSkipped(_ task: FileTask, _ reason: SkippedLink) -> Outcome {
        .leftOut(reason.sentence(task.source))
    }

    // MARK: - The source of a move

    /// Removes a link that was moved, never what it leads to.
    func removeLink(_ link: Path, saying text: [UInt8]? = nil) throws(FileSystemError) {
        if source.site.isLocal {
            // What is gone already is as wanted.
            guard let entry = try source.entry(at: link) else { return }
            guard entry.kind == .link, text == nil || entry.target == text else {
                throw FileSystemError(
                    .changed, path: link,
                    detail: tr(
                        "\(link) was copied but not deleted, because it has been replaced "
                            + "since."))
            }
        }
        guard let removal = source.removeFiles([link]).first else {
            throw FileSystemError.unanswered(link)
        }
        if case .failure(let error) = removal, error.kind != .notFound { throw error }
    }

    /// Whether what was copied as a link is one still; where it cannot be told, a server's is.
    func isLinkStill(_ path: Path) -> Bool {
        guard source.site.isLocal else { return true }
        return (try? source.entry(at: path))??.kind == .link
    }
}
