import Disk
import Files
import Glibc

/// Something takes the place of something else, which may be a folder: in one step where the file
/// system can exchange names. Both stay whole whatever comes between, and each is known by its inode:
/// where Ferry does not come to the end, the next start of the share does, by what was written down.
struct Overwrite: Equatable {
    /// Where the new one is until then, from the shared folder on.
    var source: Path
    /// Where it is to be.
    var target: Path
    /// What the old one is called, in the target's folder, until it is removed.
    var hiddenName: Name
    var newInode: UInt64
    var oldInode: UInt64
    var step: Step

    /// What is done, or is left to do.
    enum Step: String {
        /// The source comes into the place of the target.
        case move
        /// The same; the source is a copy made for this, under a hidden name.
        case copy
        /// The same thing gets the target's name, which the disk takes for the source's.
        case respell = "case"
        /// The target was replaced, and the old one is still there under its hidden name.
        case done
    }

    private var isCopy: Bool { step == .copy }

    /// How it came out.
    enum End {
        /// The new one is in its place; why the old one could not be removed whole.
        case replaced(DiskError?)
        /// The old one is in its place again.
        case restored
    }

    /// Puts what `source` names into the place of what is at the destination. Refuses where a
    /// visitor may not remove that; then everything is as it was.
    static func make(
        of source: Path, in directory: DirectoryHandle, isCopy: Bool, at target: Destination,
        in folder: SharedFolder
    ) throws(Refusal) {
        guard let old = target.status, let name = source.name else { return }
        try Removal.check(
            target.name, old, in: target.directory, shows: folder.shows)
        let overwrite = Overwrite(
            source: source, target: target.path, hiddenName: HiddenName.ofItem(),
            newInode: try knownInode(name, in: directory),
            oldInode: try knownInode(target.name, in: target.directory),
            step: isCopy ? .copy : .move)
        // They are told apart by these.
        guard overwrite.newInode != overwrite.oldInode else { throw SharedFolder.refusal(EEXIST) }
        let record = try OverwriteRecord.made(of: overwrite, in: folder)
        let failure: DiskError?
        do throws(DiskError) {
            try overwrite.carryOut(directory, target.directory, isWrittenDown: record != nil)
            failure = nil
        } catch {
            failure = error
        }
        let end: End
        do throws(DiskError) {
            end = try overwrite.finish(directory, target.directory)
        } catch {
            throw SharedFolder.refusal(error.code)
        }
        switch end {
        case .replaced(nil): record?.remove()
        // It is done all the same. Where it is written down, the next start tries again to remove the old.
        case .replaced: record?.markDone(overwrite)
        case .restored:
            record?.remove()
            throw MoveResponder.refusal(failure ?? DiskError(.name, EIO))
        }
    }

    private func carryOut(
        _ directory: DirectoryHandle, _ into: DirectoryHandle, isWrittenDown: Bool
    ) throws(DiskError) {
        guard let name = source.name, let place = target.name else { return }
        do throws(DiskError) {
            try Naming.exchange(name, in: directory, with: place, in: into)
        } catch {
            guard isWrittenDown, [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else {
                throw error
            }
            try Naming.giveFree(hiddenName, in: into, to: place, in: into)
            return try Naming.giveFree(place, in: into, to: name, in: directory)
        }
        try Naming.giveFree(hiddenName, in: into, to: name, in: directory)
    }

    /// Looks at what is where, and brings it into order. The old one is removed once the new one's name is
    /// on the disk, else it is there again.
    func finish(
        _ directory: DirectoryHandle, _ into: DirectoryHandle
    ) throws(DiskError) -> End {
        guard let name = source.name, let place = target.name else { return .restored }
        if step == .done {
            try removeOwn(hiddenName, oldInode, in: into)
            return .replaced(nil)
        }
        let there = try Overwrite.inode(place, in: into)
        if there == newInode {
            switch try Overwrite.inode(name, in: directory) {
            case oldInode:
                guard try setAside(directory, into) else {
                    if isCopy { try removeOwn(name, newInode, in: directory) }
                    return .restored
                }
            case newInode: try directory.removeFile(name)
            default: break
            }
            for answer in Durability.sync(names: [into, directory]) { _ = try answer.get() }
            do throws(DiskError) {
                try removeOwn(hiddenName, oldInode, in: into)
                return .replaced(nil)
            } catch {
                return .replaced(error)
            }
        }
        if there == oldInode {
            // It had both names for a moment, where only links can promise to replace nothing.
            try removeOwn(hiddenName, oldInode, in: into)
        } else if try Overwrite.inode(hiddenName, in: into) == oldInode {
            // Somebody else may have taken the name meanwhile.
            let free = there == nil ? place : SecondName.make(of: place, number: 1)
            try Naming.giveFree(free, in: into, to: hiddenName, in: into)
        }
        if isCopy { try removeOwn(name, newInode, in: directory) }
        return .restored
    }

    /// After an exchange; false where the old one had to be put back.
    private func setAside(
        _ directory: DirectoryHandle, _ into: DirectoryHandle
    ) throws(DiskError) -> Bool {
        guard let name = source.name, let place = target.name else { return false }
        do throws(DiskError) {
            try Naming.giveFree(hiddenName, in: into, to: name, in: directory)
            return true
        } catch {
            try Naming.exchange(name, in: directory, with: place, in: into)
            return false
        }
    }

    private func removeOwn(
        _ name: Name, _ inode: UInt64, in directory: DirectoryHandle
    ) throws(DiskError) {
        guard try Overwrite.inode(name, in: directory) == inode else { return }
        try Removal.removeOwn(name, in: directory)
    }

    private static func knownInode(
        _ name: Name, in directory: DirectoryHandle
    ) throws(Refusal) -> UInt64 {
        let found = try SharedFolder.refusing { () throws(DiskError) in
            try inode(name, in: directory)
        }
        guard let found else { throw SharedFolder.notThere }
        return found
    }

    /// Nil where nothing has the name.
    private static func inode(
        _ name: Name, in directory: DirectoryHandle
    ) throws(DiskError) -> UInt64? {
        try directory.status(of: name).map { UInt64($0.st_ino) }
    }
}
