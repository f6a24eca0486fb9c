import Disk
import Files

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

    /// The copy holds what the server has as well: it was merged.
    func takeMerged() throws(FileSystemError) {
        guard try has(.theirs) else { return }
        try local { () throws(DiskError) in
            for answer in Durability.sync([try directory.open(.theirs)]) { _ = try answer.get() }
            try directory.rename(.theirs, to: .base)
        }
        if let conflictSeen { record.version = EditRecord.Version(conflictSeen) }
        try save()
    }

    /// Whether a merge has left marks of what it could not put together.
    func hasConflictMarks() throws(FileSystemError) -> Bool {
        guard let name = copyName else { return false }
        let text = try local { () throws(DiskError) in
            try EditComparison.bytes(of: directory.openCopy(name), atMost: 4 << 20)
        }
        let (start, end) = (Array("<<<<<<< ".utf8), Array(">>>>>>> ".utf8))
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: true)
        return lines.contains { $0.starts(with: start) } && lines.contains { $0.starts(with: end) }
    }
}
