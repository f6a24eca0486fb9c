import Files
import Words

// The two renamings.
extension SwapRun {
    /// What came of them.
    enum Exchange {
        case done
        /// The target is as it was, for sure.
        case refused([String])
        /// It is not, or nobody knows.
        case torn([String])
    }

    /// What came of one.
    enum Renaming {
        case done
        /// The server has said so, and all is as it was.
        case refused([String])
        /// Some servers rename what is in a directory one after the other, and not every answer comes.
        case unsure([String])
    }

    /// Which of the three names are taken.
    private struct Taken {
        var target = false
        var old = false
        var new = false
    }

    private func look(on files: any FileSystem) throws(FileSystemError) -> Taken {
        Taken(
            target: try files.entry(at: names.target) != nil,
            old: try files.entry(at: names.old) != nil, new: try files.entry(at: names.new) != nil)
    }

    /// Renames, and makes sure where no answer came, or none that helps.
    func rename(_ path: Path, to other: Path) throws -> Renaming {
        var isAnswered = false
        let failures = try host.caught {
            try use { files in
                // So that it is connected.
                _ = try files.entry(at: path)
                let count = (files as? any CountingLogins)?.loginCount
                do throws(FileSystemError) {
                    try files.rename(path, to: other)
                } catch {
                    isAnswered =
                        site.isLocal
                        || SwapRun.isAnswer(error)
                            && (files as? any CountingLogins)?.loginCount == count
                    throw error
                }
            }
        }
        guard !failures.isEmpty else { return .done }
        var (isHere, isThere) = (false, false)
        let blind = try host.caught {
            (isHere, isThere) = try use { files in
                (try files.entry(at: path) != nil, try files.entry(at: other) != nil)
            }
        }
        guard blind.isEmpty, isHere != isThere else { return .unsure(failures) }
        // Without an answer the server may still be at it.
        return isThere ? .done : isAnswered ? .refused(failures) : .unsure(failures)
    }

    /// Whether an error is the server's word that it has not renamed something which is there, to a name that
    /// is free.
    private static func isAnswer(_ error: FileSystemError) -> Bool {
        !error.endsConnection && !error.isTransient
            && ![.notFound, .exists].contains(error.kind)
    }

    /// Has the new directory come into the old one's place.
    func exchange() throws -> Exchange {
        if swap.old != nil {
            switch try rename(names.target, to: names.old) {
            case .done: break
            case .refused(let sentences): return .refused(sentences)
            case .unsure(let sentences): return try torn(sentences)
            }
        }
        switch try rename(names.new, to: names.target) {
        case .done: return .done
        case .unsure(let sentences): return try torn(sentences)
        case .refused(let sentences):
            guard swap.old != nil else { return .refused(sentences) }
            switch try rename(names.old, to: names.target) {
            case .done: return .refused(sentences)
            case .refused(let others), .unsure(let others): return try torn(sentences + others)
            }
        }
    }

    /// Looks once more which of both has the target's name.
    private func torn(_ sentences: [String]) throws -> Exchange {
        var taken: Taken?
        let blind = try host.caught { taken = try use { try look(on: $0) } }
        guard blind.isEmpty, let taken else { return .torn(sentences + [uncertainty]) }
        if swap.old == nil {
            switch (taken.target, taken.new) {
            case (true, false): return .done
            default: return .torn(sentences + [uncertainty])
            }
        }
        switch (taken.target, taken.old, taken.new) {
        case (true, true, false): return .done
        case (false, true, _):
            return .torn(sentences + [away])
        default: return .torn(sentences + [uncertainty])
        }
    }

    /// That the old directory is under its other name.
    private var away: String {
        canBeUndone
            ? tr(
                "\(text(names.target)) is in \(text(names.old)) now; 'ferry undo' brings it back.")
            : tr("\(text(names.target)) is in \(text(names.old)) now.")
    }

    /// That nothing was touched where it is not known what became of it.
    private var uncertainty: String {
        let target = text(names.target)
        guard swap.old != nil else {
            return tr(
                "It is not known whether \(target) is whole now; compare it with "
                    + "\(text(names.new)), which was kept as well.")
        }
        return tr(
            "It is not known what is in \(target) now. Look into \(text(names.old)) for the old "
                + "directory and into \(text(names.new)) for the new one; both were kept.")
    }

    /// Why the new directory must not go: nobody can be sure that the target is as it was. Nil where it
    /// is.
    func doubt(on files: any FileSystem) throws(FileSystemError) -> String? {
        let taken = try look(on: files)
        guard swap.old != nil else { return taken.new || !taken.target ? nil : uncertainty }
        if taken.target { return taken.old ? uncertainty : nil }
        if taken.old { return away }
        return
            tr(
                "\(text(names.new)) was kept, because \(text(names.target)) no longer exists; rename it or "
                    + "delete it.")
    }
}
