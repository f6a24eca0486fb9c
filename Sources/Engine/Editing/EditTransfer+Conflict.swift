import Disk
import Files
import Glibc
import Words

/// What is done about a conflict.
extension EditTransfer {
    /// The copy may replace the version that the conflict was about.
    func acceptTheirs() throws(FileSystemError) {
        if let conflictSeen {
            accepted = conflictSeen
        } else {
            record.isNew = true
            try save()
        }
    }

    /// The copy is to become a file of its own beside the server's.
    func sendAs(_ name: Name) throws(FileSystemError) {
        record.path = path.parent.appending(name).bytes
        record.isNew = true
        record.sent = nil
        try save()
    }

    /// Puts aside what a merge begins from: the copy as it is, and the version that it is merged with;
    /// a look at the server may fetch a newer one. False where a merge is half done: its marks are
    /// in the copy, and it goes on from there.
    func beginMerge() throws(FileSystemError) -> Bool {
        if try has(.before), try has(.merging), try hasConflictMarks() { return false }
        guard try has(.theirs), let name = copyName else {
            throw FileSystemError(
                .unsupported, path: path,
                detail: tr(
                    "The version of \(shownName) on \(host) was not fetched whole, so it "
                        + "cannot be merged."))
        }
        try local { () throws(DiskError) in
            let before = try directory.make(.before)
            try before.append(contentsOf: directory.openCopy(name))
            let merging = try directory.make(.merging)
            try merging.append(contentsOf: directory.open(.theirs))
            for answer in Durability.sync([before, merging]) { _ = try answer.get() }
        }
        return true
    }

    /// Whether a merge has changed the copy.
    func hasMerged() throws(FileSystemError) -> Bool {
        guard let name = copyName, try has(.before) else { return false }
        return try local { () throws(DiskError) in
            try !directory.openCopy(name).hasSameBytes(as: directory.open(.before))
        }
    }

    /// The copy holds what the server had as well: it was merged.
    func takeMerged() throws(FileSystemError) {
        guard try has(.merging) else { return }
        let size = try local { () throws(DiskError) in
            let size = try directory.open(.merging).status().st_size
            try directory.rename(.merging, to: .base)
            return size
        }
        // The contents are compared: the server may have another version by now.
        record.version = EditRecord.Version(FileFingerprint(size: UInt64(size), modified: nil))
        try save()
    }

    /// Whether a merge has left marks of what it could not put together. A file may have lines that
    /// look like them: only those that were in neither version count.
    func hasConflictMarks() throws(FileSystemError) -> Bool {
        guard let name = copyName else { return false }
        let known: [EditDirectory.File] = [.before, .merging]
        return try local { () throws(DiskError) in
            var old: [ConflictMarks] = []
            for file in known where try directory.has(file) {
                old.append(try ConflictMarks(in: directory.open(file)))
            }
            return try ConflictMarks(in: directory.openCopy(name)).hasMore(than: old)
        }
    }
}
