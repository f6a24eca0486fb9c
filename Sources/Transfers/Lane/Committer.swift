import Files
import Jobs
import Words
import Work

/// After the bytes: makes files final, and ends the sources of moves.
struct Committer: LanePart {
    let ends: LaneEnds

    func commit(_ written: inout [WrittenFile], _ target: any FileSystem) {
        guard !written.isEmpty else { return }
        let files = AsideKeeper(ends: ends).keep(
            VerifiedWriting(ends: ends).verified(written, on: target), target)
        written = []
        announceSteps(files)
        noteNaming(files)
        let start = Throttle.now()
        var results = target.commit(files.map(\.pending)) { part throws(FileSystemError) in
            guard var file = files.first(where: { $0.pending.part.id == part.id }) else {
                throw FileSystemError.unanswered(part.file)
            }
            if part.isLeftover(of: file.task.target) {
                return try file.task.parts.keepLeftover(part, of: file.part)
            }
            file.part.part.aside = part.aside
            file.part.stage = .named
            try file.task.parts.update(file.part)
        }
        var spent = TimeSpent()
        if target.site.isLocal {
            spent.disk = Throttle.now() - start
        } else {
            spent.target = Throttle.now() - start
        }
        files.first?.task.control.note(spent)
        for file in files {
            if case .failure(let error) = results[file.pending.part.id],
                wasNamed(file, error, target)
            {
                results[file.pending.part.id] = .success(Committed(.sizeConfirmed))
            }
        }
        finish(
            files.filter { file in
                if case .success = results[file.pending.part.id] { true } else { false }
            }, at: target.site)
        var moved: [WrittenFile] = []
        for file in files {
            switch results[file.pending.part.id] {
            case .success(let committed):
                if let remark = committed.remark { tell(.note(file.task.id, remark)) }
                tellStep(file)
                take(committed.proof, of: file, &moved)
            case .failure(let error):
                AsideKeeper(ends: ends).bringBack(file.task, after: error, target)
                finish(file.task.id, uncommitted(file, error, target))
            case nil:
                finish(file.task.id, .failed(FileSystemError.unanswered(file.task.target)))
            }
            file.task.parts.unlock(file.task.target, on: target.site)
        }
        removeSources(of: moved)
        flush(lazily: true)
    }

    /// Only what was not there before can be taken back.
    private func tellStep(_ file: WrittenFile) {
        guard let step = file.step else { return tell(.replaced(file.task.id)) }
        if file.task.plan == nil { tell(.didStep(file.task.id, step)) }
    }

    /// Has those hear of files, before these have their names, who want to know it even after a crash.
    private func announceSteps(_ files: [WrittenFile]) {
        for (plan, files) in Dictionary(grouping: files, by: \.task.plan) {
            plan?.willDo(files.compactMap(\.step))
        }
    }

    private func take(
        _ proof: Committed.Proof, of file: WrittenFile, _ moved: inout [WrittenFile]
    ) {
        let task = file.task
        switch (proof, task.operation) {
        case (.none(let reason), .move):
            finish(
                task.id,
                .failed(
                    Committer.stays(task.source, tr("The copy could not be confirmed. \(reason)"))
                ))
        case (.none(let reason), _):
            tell(.unconfirmed(task.id, reason: reason))
            finish(task.id, .done(file.pending.size))
        case (_, .move):
            moved.append(file)
        default:
            finish(task.id, .done(file.pending.size))
        }
    }

    /// Has the owners note that names are asked for: a part that is gone after that has its name, if the
    /// file is as it should be.
    private func noteNaming(_ files: [WrittenFile]) {
        eachOwner(of: files) { owner, own throws(FileSystemError) in
            try owner.note(.named, of: own.map(\.part))
        }
    }

    /// Has the owners note what has become files.
    private func finish(_ files: [WrittenFile], at site: Site) {
        eachOwner(of: files) { owner, own throws(FileSystemError) in
            try owner.finish(
                own.map { file in
                    var part = file.part
                    part.size = file.pending.size
                    // On this machine, what is found again below a directory is told by its time.
                    let isKept =
                        !site.isLocal || file.task.isAlone || file.pending.creation.modified == nil
                    return (part, isKept)
                })
        }
    }

    /// All of one owner's together.
    private func eachOwner(
        of files: [WrittenFile],
        _ body: (PartOwner, ArraySlice<WrittenFile>) throws(FileSystemError) -> Void
    ) {
        var rest = files[...]
        while let owner = rest.first?.task.parts {
            let own = rest.prefix { $0.task.parts === owner }
            rest = rest.dropFirst(own.count)
            do throws(FileSystemError) {
                try body(owner, own)
            } catch {
                for file in own { tell(.note(file.task.id, error.message)) }
            }
        }
    }

    /// Whether a file has its name although it could not be given: a run that was killed had asked for
    /// it, and the server comes to that only now.
    private func wasNamed(
        _ file: WrittenFile, _ error: FileSystemError, _ target: any FileSystem
    ) -> Bool {
        let (task, pending) = (file.task, file.pending)
        guard task.operation == .copy, task.isInherited || task.isRevisit, !error.endsConnection,
            !pending.part.isInPlace, !pending.creation.replaces
        else { return false }
        do throws(FileSystemError) {
            guard try target.size(of: pending.part, root: task.root) == nil,
                let entry = try target.entry(at: task.target)
            else { return false }
            let made = MadeFile(size: pending.size, modified: pending.creation.modified)
            return try MadeFileCheck(ends: ends).isMade(entry, made, of: task, in: target)
        } catch {
            // What it failed with says more.
            return false
        }
    }

    private func uncommitted(
        _ file: WrittenFile, _ error: FileSystemError, _ target: any FileSystem
    ) -> Outcome {
        guard error.kind == .exists else { return outcome(of: error, file.task.control) }
        return ConflictCheck(ends: ends).taken(file.task, error, target)
    }

    /// Removes what was moved, where it is still what was copied.
    private func removeSources(of moved: [WrittenFile]) {
        guard !moved.isEmpty else { return }
        let found: [Path: FileFingerprint]
        do throws(FileSystemError) {
            found = try source.fingerprints(of: moved.map(\.task.source))
        } catch {
            for file in moved {
                finish(
                    file.task.id, .failed(Committer.stays(file.task.source, error.detail, error)))
            }
            return
        }
        let unchanged = moved.filter { file in
            let path = file.task.source
            // A link is followed for its bytes, and is itself what goes.
            if file.task.kind == .link
                ? LinkCopier(ends: ends).isLinkStill(path)
                : found[path]?.isSame(as: file.fingerprint) == true
            {
                return true
            }
            finish(
                file.task.id,
                .failed(
                    Committer.stays(
                        path,
                        found[path] == nil
                            ? tr("Ferry cannot tell whether it is still what was copied.")
                            : tr("It has been changed or replaced since it was copied."))))
            return false
        }
        let removals = source.removeFiles(unchanged.map(\.task.source))
        for (index, file) in unchanged.enumerated() {
            let removal =
                removals.indices.contains(index)
                ? removals[index] : .failure(FileSystemError.unanswered(file.task.source))
            switch removal {
            case .success: finish(file.task.id, .done(file.pending.size))
            case .failure(let error):
                finish(
                    file.task.id, .failed(Committer.stays(file.task.source, error.detail, error)))
            }
        }
    }

    /// Why the source of a move was not removed.
    static func stays(
        _ source: Path, _ reason: String, _ error: FileSystemError? = nil
    ) -> FileSystemError {
        FileSystemError(
            error?.kind ?? .changed, path: source, reply: error?.reply,
            detail: tr("\(source) was copied but not deleted. \(reason)"))
    }
}
