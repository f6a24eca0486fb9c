import Files
import Glibc
import UI
import Words

/// Gives many entries of a directory new names, some of which others of them have now. Nothing is done
/// unless all can be done as the directory is now; nothing is ever replaced.
struct BatchRenamer {
    private let directory: Path
    private let files: any FileSystem
    /// Those that are still to be renamed, by the name that they have now.
    private var waiting: [Name: Name]
    private var order: [Name]
    private var renamed = 0
    /// What was moved out of the way of the others of its cycle: its old name, and the present one.
    private var aside: Renaming?
    /// What has its new name of that cycle, the newest last.
    private var round: [Renaming] = []
    /// What was asked for last and not answered well.
    private var attempt: Renaming?
    /// What there was before anything was done.
    private var before = Directory()

    /// Seconds after which a directory is looked at again that a server may still be changing.
    private static let pauses = [0.1, 0.2, 0.4, 0.8]

    /// Renames them; what became of them. `pause` waits for so many seconds.
    static func run(
        _ renamings: [Renaming], in directory: Path, on files: any FileSystem,
        pause: (Double) -> Void = { usleep(UInt32($0 * 1e6)) }
    ) -> RenameOutcome {
        var renamer = BatchRenamer(renamings, directory, files)
        do throws(FileSystemError) {
            try renamer.check()
            try renamer.renameAll()
            return RenameOutcome(renamed: renamer.renamed)
        } catch {
            let leftBehind = renamer.putBack(after: error, pause)
            // All is done, and only the last answer was lost.
            let failure = renamer.waiting.isEmpty ? nil : error
            return RenameOutcome(
                renamed: renamer.renamed, failure: failure, leftBehind: leftBehind)
        }
    }

    private init(_ renamings: [Renaming], _ directory: Path, _ files: any FileSystem) {
        self.directory = directory
        self.files = files
        order = renamings.map(\.from)
        waiting = Dictionary(renamings.map { ($0.from, $0.to) }) { first, _ in first }
    }

    /// Throws where the names are not what they were, or a new name is not free.
    private mutating func check() throws(FileSystemError) {
        let now = try files.list(directory)
        guard !now.isCut else {
            throw FileSystemError(
                .other, path: directory,
                detail: tr(
                    "The listing of the directory is too long to be sure of; nothing was "
                        + "renamed."))
        }
        before = now
        let names = NameTable(now)
        var targets: Set<Name> = []
        for (from, to) in waiting {
            guard names.index(of: from, in: now) != nil else {
                throw FileSystemError(
                    .notFound, path: directory.appending(from),
                    detail:
                        tr(
                            "'\(VisibleText.make(from.bytes))' is no longer there; nothing was renamed."
                        )
                )
            }
            guard targets.insert(to).inserted,
                waiting[to] != nil || names.index(of: to, in: now) == nil
            else {
                throw FileSystemError(
                    .exists, path: directory.appending(to),
                    detail: tr(
                        "'\(VisibleText.make(to.bytes))' already exists; nothing was renamed."))
            }
        }
    }

    private mutating func renameAll() throws(FileSystemError) {
        for first in order where waiting[first] != nil {
            // Along the chain to a name that is free, or round to where it began.
            var chain = [first]
            while let last = chain.last, let to = waiting[last], waiting[to] != nil, to != first {
                chain.append(to)
            }
            let isCycle = chain.last.flatMap { waiting[$0] } == first
            if isCycle { try moveAside(first) }
            for from in chain.reversed() where from != first || !isCycle {
                try rename(from)
            }
            if isCycle { try fetchBack() }
        }
    }

    private mutating func rename(_ from: Name) throws(FileSystemError) {
        guard let to = waiting[from] else { return }
        attempt = Renaming(from: from, to: to)
        try files.rename(directory.appending(from), to: directory.appending(to))
        attempt = nil
        waiting[from] = nil
        renamed += 1
        if aside != nil { round.append(Renaming(from: from, to: to)) }
    }

    /// Frees a name that another of the cycle is to get.
    private mutating func moveAside(_ name: Name) throws(FileSystemError) {
        for _ in 0..<100 {
            // No dot in front: many a server would not list it.
            let random = String(UInt64.random(in: 0 ... .max), radix: 36)
            guard let free = Name("ferry-rename-\(random)") else { continue }
            do throws(FileSystemError) {
                aside = Renaming(from: name, to: free)
                try files.rename(directory.appending(name), to: directory.appending(free))
                return
            } catch {
                guard error.kind == .exists else { throw error }
                aside = nil
            }
        }
        throw FileSystemError(
            .exists, path: directory, detail: tr("No temporary name is free; nothing was renamed."))
    }

    /// Gives what was moved aside the name that it is to have.
    private mutating func fetchBack() throws(FileSystemError) {
        guard let moved = aside, let to = waiting[moved.from] else { return }
        attempt = Renaming(from: moved.to, to: to)
        try files.rename(directory.appending(moved.to), to: directory.appending(to))
        attempt = nil
        endCycle(moved)
    }

    private mutating func endCycle(_ moved: Renaming) {
        waiting[moved.from] = nil
        aside = nil
        round = []
        renamed += 1
    }

    /// After a failure, gives those of the cycle that was begun their old names again; else what one of them
    /// is called now.
    private mutating func putBack(
        after failure: FileSystemError, _ pause: (Double) -> Void
    ) -> Renaming? {
        guard let moved = aside else { return nil }
        do throws(FileSystemError) {
            let listing = try settled(attempt ?? moved, after: failure, pause)
            var names = BatchRenamer.names(listing)
            // The server may still come to it, and must find the names as they were when it was asked.
            if let attempt, BatchRenamer.isUncertain(failure), !names.contains(attempt.from),
                !names.contains(attempt.to)
            {
                return attempt.from == moved.to
                    ? Renaming(from: moved.from, to: attempt.to) : moved
            }
            // It may be that the server has renamed one more, and only its answer was lost.
            if let attempt, !names.contains(attempt.from), names.contains(attempt.to) {
                guard attempt.from != moved.to else {
                    endCycle(moved)
                    return nil
                }
                round.append(attempt)
                renamed += 1
            }
            for done in round.reversed() {
                guard names.contains(done.to), !names.contains(done.from) else { return moved }
                try files.rename(directory.appending(done.to), to: directory.appending(done.from))
                names.remove(done.to)
                names.insert(done.from)
                renamed -= 1
            }
            guard names.contains(moved.to) else {
                return bringBack(moved, listing, after: failure)
            }
            guard !names.contains(moved.from) else { return moved }
            try files.rename(directory.appending(moved.to), to: directory.appending(moved.from))
            return nil
        } catch {
            return moved
        }
    }

    private static func names(_ listing: Directory) -> Set<Name> {
        Set((0..<listing.count).compactMap { Name(listing.nameBytes(at: $0)) })
    }

    /// Whether the server may be about to carry out what was asked, or has done it.
    private static func isUncertain(_ failure: FileSystemError) -> Bool {
        failure.endsConnection || failure.kind == .notFound
    }

    /// The directory after an attempt that failed. A server may still be carrying out what it was asked
    /// before the line was cut. For a moment it may refuse the old name as missing, and list the old name
    /// or neither.
    private func settled(
        _ attempt: Renaming, after failure: FileSystemError, _ pause: (Double) -> Void
    ) throws(FileSystemError) -> Directory {
        var listing = try files.list(directory)
        for seconds in BatchRenamer.pauses {
            let names = BatchRenamer.names(listing)
            guard !names.contains(attempt.to),
                BatchRenamer.isUncertain(failure) || !names.contains(attempt.from)
            else { break }
            pause(seconds)
            guard let next = try? files.list(directory) else { break }
            listing = next
        }
        return listing
    }

    /// Some servers carry out a command of which only the beginning came, before the line was cut: what was
    /// moved aside then has a name that ends too early. Nil where it has its old name again.
    private func bringBack(
        _ moved: Renaming, _ now: Directory, after failure: FileSystemError
    ) -> Renaming? {
        let names = NameTable(before)
        guard now.index(of: moved.from) == nil,
            let old = names.index(of: moved.from, in: before).flatMap({ before.entry(at: $0) })
        else { return nil }
        // Nobody else's file that has come meanwhile is taken for it.
        let cut = (0..<now.count).lazy.compactMap { now.entry(at: $0) }.filter { entry in
            moved.to.bytes.starts(with: entry.name.bytes)
                && names.index(of: entry.name, in: before) == nil && entry.kind == old.kind
                && entry.size == old.size && entry.modified == old.modified
        }.map(\.name).max { $0.bytes.count < $1.bytes.count }
        // Where the line was cut, the server may still come to it.
        guard let cut else { return failure.endsConnection ? moved : nil }
        do throws(FileSystemError) {
            try files.rename(directory.appending(cut), to: directory.appending(moved.from))
            return nil
        } catch {
            return Renaming(from: moved.from, to: cut)
        }
    }
}
