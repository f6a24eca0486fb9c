import Disk
import Files
import Glibc
import Words

/// Who may write what in a share.
extension SharedFolder {
    /// Lets a request write what it claims, as long as the hold lasts. Throws 423 where a lock is in the way whose
    /// token is not among `tokens`, or somebody is writing there: another visitor, or Ferry's own queue. `isToLock`:
    /// whether a lock was asked for.
    func enter(
        _ claim: WriteClaim, tokens: Set<String>, for request: Request, isToLock: Bool = false
    ) throws(Refusal) -> WriteHold {
        let hold: LockTable.Hold
        do throws(LockTable.Conflict) {
            hold = try locks.enter(claim, tokens: tokens, for: request)
        } catch {
            throw error.refusal(isToLock: isToLock)
        }
        let files = claim.items.flatMap { item in
            roots.map(item.path.below)
        }
        let busy: Int?
        do throws(DiskError) {
            busy = try rights.take(files)
        } catch {
            throw Refusal(
                .serverError,
                tr("The file could not be locked on the share's machine (\(error.words))."))
        }
        if let busy {
            let path = claim.items[busy / roots.count].path
            throw LockTable.Conflict.written(path).refusal(isToLock: isToLock)
        }
        let writing = WriteHold(hold, rights, files)
        for item in claim.items where item.isTree { try checkFinished(item.path.path) }
        return writing
    }

    /// Refuses a directory that holds a file which the queue has not finished: it would lose it.
    private func checkFinished(_ path: Path) throws(Refusal) {
        guard let name = path.name, let directory = try? directory(path.parent),
            let stream = DirectoryStream(name.bytes, in: directory.descriptor.number),
            try holdsPart(stream, depth: 1)
        else { return }
        throw Refusal(
            .locked,
            tr(
                "\(VisibleText.make(name.bytes)) contains a file that Ferry has not finished writing; "
                    + "try again later."))
    }

    private func holdsPart(
        _ stream: DirectoryStream, depth: Int
    ) throws(Refusal) -> Bool {
        // Deeper ones are refused by whoever moves or removes them.
        guard depth <= FolderWalk.depthLimit else { return false }
        while let name = try stream.next() {
            if let part = PartID(name) {
                if rights.isWriting(part) { return true }
                continue
            }
            if stream.mayBeDirectory,
                let inner = DirectoryStream(name.bytes, in: stream.descriptor),
                try holdsPart(inner, depth: depth + 1)
            {
                return true
            }
        }
        return false
    }
}
