import Files
import Jobs
import Words

/// What earlier runs, or tries, have made of a file, by the store's word.
struct OwnWork: LanePart {
    enum Finding {
        case nothing
        /// A part that is gone on with.
        case begun(StoredPart)
        /// A part that lacks only its name.
        case whole(StoredPart)
        /// The file has its name already; with its size.
        case named(UInt64)

        /// A part whose name was asked for, and may be given at any moment.
        fileprivate var awaitsName: Bool {
            switch self {
            case .begun(let part), .whole(let part): part.stage == .named && !part.part.isInPlace
            case .nothing, .named: false
            }
        }
    }

    let ends: LaneEnds

    private var recovery: PartRecovery { PartRecovery(ends: ends) }

    /// What is found, and what has the file's name now.
    func find(
        _ task: FileTask, _ target: any FileSystem, _ taken: inout TakenNames
    ) throws(FileSystemError) -> (Finding, Entry?) {
        let found = try look(task, target, &taken)
        let entry = try taken.entry(for: task)
        guard entry != nil, found.awaitsName else { return (found, entry) }
        // Between the two questions the server may have given the name that a killed run has asked for.
        return (try look(task, target, &taken), entry)
    }

    private func look(
        _ task: FileTask, _ target: any FileSystem, _ taken: inout TakenNames
    ) throws(FileSystemError) -> Finding {
        if let made = try task.parts.made(of: task, on: target.site, from: source.site),
            task.size == nil || task.size == made.size, isOfSource(made.modified, task),
            try isThere(made, task, target, &taken)
        {
            return .named(made.size)
        }
        guard let part = try task.parts.part(of: task, on: target.site, from: source.site) else {
            return .nothing
        }
        guard part.stage != .begun, part.source.path == task.source, task.kind == .file,
            task.madeLink == nil
        else { return try begun(part, task, target) }
        guard let size = try target.size(of: part.part, root: task.root) else {
            return try gone(part, task, target)
        }
        if part.part.aside != nil { try recovery.bringBack(part, of: task, in: target) }
        guard size == part.size, isOfSource(part, task),
            // What is sent to a server is whole where that has said so.
            part.stage != .announced || target.site.isLocal,
            !part.mayLackBytes, part.count(of: size) >= size
        else {
            if part.part.isInPlace || part.stage != .announced { return .begun(part) }
            recovery.throwAway(part, task, target)
            return .nothing
        }
        // What nobody has looked at since is not what the source of a move goes for.
        return task.operation == .move ? .begun(part) : .whole(part)
    }

    private func begun(
        _ part: StoredPart, _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) -> Finding {
        if part.part.aside != nil { try recovery.bringBack(part, of: task, in: target) }
        // Bytes of two files are never put together.
        if part.source.path != task.source, task.parts.isTakenOver(part), !part.part.isInPlace,
            part.part.aside == nil
        {
            recovery.throwAway(part, task, target)
            return .nothing
        }
        // Only who says so goes on with what another command has begun.
        guard task.policy != .resume, task.parts.isTakenOver(part), !part.part.isInPlace,
            part.part.aside == nil
        else { return .begun(part) }
        recovery.throwAway(part, task, target)
        return .nothing
    }

    /// A part that is not there any more: it has its name, or somebody has removed it. What was listed
    /// before does not tell: a server may come only now to what a killed run has asked of it.
    private func gone(
        _ part: StoredPart, _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) -> Finding {
        if part.stage == .named, isOfSource(part, task), let made = MadeFile(part),
            let entry = try target.entry(at: task.target),
            try MadeFileCheck(ends: ends).isMade(entry, made, of: task, in: target)
        {
            try removeAside(of: part, task, target)
            try task.parts.finish([(part, true)])
            return .named(made.size)
        }
        if part.part.aside != nil {
            try recovery.bringBack(part, of: task, in: target)
            try checkAside(of: part, target)
        }
        try task.parts.forget([part])
        return .nothing
    }

    /// The file that was replaced has waited for this one to have its name.
    private func removeAside(
        of part: StoredPart, _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) {
        guard let name = part.part.aside else { return }
        let aside = part.part.file.parent.appending(name)
        for result in target.removeFiles([aside], root: task.root) {
            if case .failure(let error) = result, error.kind != .notFound { throw error }
        }
    }

    /// Nobody but the user can say what is to become of a file that was to be replaced, where neither
    /// this copy nor that file has the name: as long as it is there, the store knows it.
    private func checkAside(
        of part: StoredPart, _ target: any FileSystem
    ) throws(FileSystemError) {
        guard let name = part.part.aside else { return }
        let (file, aside) = (part.part.file, part.part.file.parent.appending(name))
        guard try target.entry(at: aside) != nil else { return }
        throw FileSystemError(
            .exists, path: aside,
            detail: tr(
                "\(file.text(on: target.site)) is not the copy, and the file before it was "
                    + "set aside as \(name.text). Rename or delete one, then retry."))
    }

    /// Whether the part was begun from what the source is now, as far as is known.
    private func isOfSource(_ part: StoredPart, _ task: FileTask) -> Bool {
        if let old = part.size, let new = task.size, old != new { return false }
        return isOfSource(part.modified, task)
    }

    /// Whether the source may still have the time that it had when the file was begun or made.
    private func isOfSource(_ old: Timestamp?, _ task: FileTask) -> Bool {
        guard let old, let new = task.modified else { return true }
        return Timestamp.order(old, new).map { $0 == 0 } ?? true
    }

    private func isThere(
        _ made: MadeFile, _ task: FileTask, _ target: any FileSystem, _ taken: inout TakenNames
    ) throws(FileSystemError) -> Bool {
        guard let entry = try taken.entry(for: task) else { return false }
        return try MadeFileCheck(ends: ends).isMade(entry, made, of: task, in: target)
    }
}
