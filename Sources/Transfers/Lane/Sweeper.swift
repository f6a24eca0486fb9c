import Files
import Jobs
import Words

/// Clears away what only the store's word makes Ferry's own.
struct Sweeper: LanePart {
    let ends: LaneEnds

    /// Throws parts of jobs away that nobody will go on with, and what earlier runs of them left.
    func discard(_ leftovers: [Leftover], sweeping sweeps: [Sweep]) {
        guard let target else { return }
        for leftover in leftovers {
            let location = Location(site: target.site, path: leftover.target)
            if let part = leftover.parts.known(location) {
                discard(part, leftover.parts, target)
            }
        }
        for owner in sweeps.map(\.owner) {
            owner.learnLeftovers()
            // A sync writes on both sides.
            let other = source.site == target.site ? nil : source
            for files in [target, other].compactMap(\.self) { clear(owner, on: files) }
        }
        for sweep in sweeps { sweep.end() }
    }

    private func clear(_ owner: PartOwner, on files: any FileSystem) {
        for part in owner.leftovers(on: files.site) { discard(part, owner, files) }
        for directory in owner.unswept where directory.site == files.site {
            guard let names = try? files.list(directory.path) else { continue }
            sweep(names, in: directory, owner, files)
        }
    }

    /// What cannot be thrown away now stays known: `ferry parts` lists it. One that a lane is still
    /// writing, or about to make, is left until that has let go of it, which is told then.
    private func discard(_ part: StoredPart, _ owner: PartOwner, _ target: any FileSystem) {
        do throws(FileSystemError) {
            try owner.lock(part.part.file, on: part.site)
        } catch {
            return
        }
        defer { owner.unlock(part.part.file, on: part.site) }
        do throws(FileSystemError) {
            try target.discard(part.part, root: part.root)
            // A file that was to be replaced is the user's: as long as it waits, the store knows it.
            guard try !hasAside(part, target) else { return }
            try owner.forget([part])
        } catch {
            return
        }
    }

    /// Whether a file waits that was put aside for a part; where its name is free, it has that back.
    private func hasAside(
        _ part: StoredPart, _ target: any FileSystem
    ) throws(FileSystemError) -> Bool {
        guard let name = part.part.aside else { return false }
        let aside = part.part.file.parent.appending(name)
        guard try target.entry(at: aside) != nil else { return false }
        guard try target.entry(at: part.part.file) == nil else { return true }
        try target.rename(aside, to: part.part.file)
        return false
    }

    /// Removes what an earlier run of the same jobs left in a target directory.
    func sweep(_ names: ExistingNames, _ task: DirectoryTask, _ target: any FileSystem) {
        let directory = PartRegistry.Directory(
            site: target.site, path: task.target, root: task.root)
        guard task.parts.unswept.contains(directory) else { return }
        sweep(names.listing, in: directory, task.parts, target)
    }

    private func sweep(
        _ listing: Directory, in directory: PartRegistry.Directory, _ owner: PartOwner,
        _ target: any FileSystem
    ) {
        let location = Location(site: target.site, path: directory.path)
        var orphans: [Path] = []
        for index in listing.indices(beginningWith: PartID.start) {
            guard let name = Name(listing.nameBytes(at: index)), owner.isOrphan(name, in: location)
            else { continue }
            orphans.append(directory.path.appending(name))
        }
        let results = orphans.isEmpty ? [] : target.removeFiles(orphans, root: directory.root)
        guard results.count == orphans.count, results.allSatisfy({ (try? $0.get()) != nil }) else {
            return
        }
        owner.hasSwept(directory)
    }

    /// A source's listing without the unfinished files of any Ferry, which are nobody's to copy.
    func leavingOutParts(of listing: Directory, _ task: DirectoryTask) -> Directory {
        var left: [String] = []
        var indices: Set<Int> = []
        for index in listing.indices(beginningWith: PartID.start) {
            guard let name = Name(listing.nameBytes(at: index)), task.parts.isForeignPart(name)
            else { continue }
            left.append(name.text)
            indices.insert(index)
        }
        guard !left.isEmpty else { return listing }
        let names = left.prefix(3).joined(separator: ", ") + (left.count > 3 ? " …" : "")
        tell(
            .note(
                task.id, tr("Skipped, because these are Ferry's own temporary files: \(names).")))
        var kept = listing
        kept.remove(at: indices)
        return kept
    }
}
