import Files
import Glibc
import Jobs
import Words

/// Files that an earlier run of the same job has copied already.
struct RevisitCheck: LanePart {
    let ends: LaneEnds

    /// Ends a job whose file is at the target already, of the same size and time. A move removes
    /// its source only after all bytes of both were compared, because the file may be another's, and
    /// where it is still what was compared; false where they differ.
    func finishRevisit(
        _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) -> Bool {
        if task.operation == .move {
            guard let compared = try fingerprint(ofSame: task, target) else { return false }
            if task.kind == .link {
                try LinkCopier(ends: ends).removeLink(task.source)
            } else {
                let found = try source.fingerprints(of: [task.source])[task.source]
                guard found?.isSame(as: compared) == true else {
                    throw Committer.stays(
                        task.source, tr("It has been changed or replaced since it was compared."))
                }
                guard let removal = source.removeFiles([task.source]).first else {
                    throw FileSystemError.unanswered(task.source)
                }
                try removal.get()
            }
        }
        task.control.setProgress(task.size ?? 0)
        finish(task.id, .done(task.size ?? 0))
        return true
    }

    /// Whether an earlier process has carried out a move without having noted it: the source is
    /// gone, and a file of its size and time, or a link of its words, is at the target, or beside it
    /// where both were kept.
    func hasMoved(
        _ task: FileTask, _ entry: Entry, _ target: any FileSystem
    ) throws(FileSystemError) -> Bool {
        guard task.isInherited, task.operation == .move,
            try source.entry(at: task.source) == nil,
            try isAtTarget(task, entry, target)
        else { return false }
        tell(.note(task.id, tr("It had already been moved.")))
        task.control.setProgress(task.size ?? 0)
        return true
    }

    private func isAtTarget(
        _ task: FileTask, _ entry: Entry, _ target: any FileSystem
    ) throws(FileSystemError) -> Bool {
        var entry = entry
        for number in 1...FreeName.tryLimit {
            if ConflictRule.isSame(size: task.size, modified: task.modified, target: entry) {
                return true
            }
            if let text = task.link, !text.isEmpty, entry.kind == .link, entry.target == text {
                return true
            }
            guard let name = task.target.name,
                let candidate = FreeName.candidate(name, number: number),
                let next = try target.entry(at: task.target.parent.appending(candidate))
            else { return false }
            entry = next
        }
        return false
    }

    /// The source as it was read, where both sides hold the same bytes; nil where they do not.
    func fingerprint(
        ofSame task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) -> FileFingerprint? {
        let ours = try source.open(task.source, from: 0)
        let theirs: any FileSource
        do throws(FileSystemError) {
            theirs = try target.open(task.target, from: 0)
        } catch {
            ours.cancel()
            throw error
        }
        do throws(FileSystemError) {
            guard try isSame(ours, theirs, task) else {
                ours.cancel()
                theirs.cancel()
                return nil
            }
            try ours.finish()
            try theirs.finish()
            return ours.fingerprint
                ?? FileFingerprint(size: task.size, modified: task.modified)
        } catch {
            ours.cancel()
            theirs.cancel()
            throw error
        }
    }

    private func isSame(
        _ ours: any FileSource, _ theirs: any FileSource, _ task: FileTask
    ) throws(FileSystemError) -> Bool {
        let length = 256 << 10
        let left = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
        let right = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
        defer {
            left.deallocate()
            right.deallocate()
        }
        while true {
            guard !task.control.isStopped else {
                throw FileSystemError(.cancelled, detail: tr("The comparison was stopped."))
            }
            let count = try fill(left, from: ours)
            guard try fill(right, from: theirs) == count else { return false }
            if count == 0 { return true }
            guard let a = left.baseAddress, let b = right.baseAddress, memcmp(a, b, count) == 0
            else { return false }
        }
    }

    /// Reads until the buffer is full or the file ends; the bytes read.
    private func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from source: any FileSource
    ) throws(FileSystemError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try source.read(into: rest)
            guard count > 0 else { break }
            filled += min(count, rest.count)
        }
        return filled
    }
}
