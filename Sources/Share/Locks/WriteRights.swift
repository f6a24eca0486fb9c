package import Disk
package import Files
import Synchronization

/// Rights to write files of this machine, which the queue keeps to as well: no visitor changes what it is writing,
/// nor the other way round. From any thread.
package protocol WriteRights: Sendable {
    /// Takes the right to write a file; false where another has it.
    func take(_ file: Path) throws(DiskError) -> Bool
    /// Lets go of a right that was taken.
    func release(_ file: Path)
    /// Whether somebody works on the job that an unfinished file belongs to.
    func isWriting(_ part: PartID) -> Bool
}

/// The rights that visitors have at the moment. One may send a file again before the first upload has ended: they
/// share the right. Used from any thread.
final class VisitorRights: Sendable {
    private struct Right {
        /// As it was taken by: another spelling of the name is none to whoever gave it.
        let path: Path
        /// How many have it.
        var count = 0
    }

    private let rights: (any WriteRights)?
    private let taken = Mutex<[SharedPath: Right]>([:])

    /// Without rights of others, every file may be written.
    init(_ rights: (any WriteRights)? = nil) {
        self.rights = rights
    }

    func isWriting(_ part: PartID) -> Bool { rights?.isWriting(part) ?? false }

    /// The index of one that somebody has who is no visitor; then none is taken.
    func take(_ files: [SharedPath]) throws(DiskError) -> Int? {
        guard let rights else { return nil }
        return try taken.withLock { taken throws(DiskError) in
            for (index, file) in files.enumerated() {
                if taken[file] == nil {
                    var isTaken = false
                    defer {
                        if !isTaken { VisitorRights.release(files[..<index], rights, &taken) }
                    }
                    isTaken = try rights.take(file.path)
                    guard isTaken else { return index }
                }
                taken[file, default: Right(path: file.path)].count += 1
            }
            return nil
        }
    }

    func release(_ files: [SharedPath]) {
        guard let rights else { return }
        taken.withLock { VisitorRights.release(files[...], rights, &$0) }
    }

    private static func release(
        _ files: ArraySlice<SharedPath>, _ rights: any WriteRights,
        _ taken: inout [SharedPath: Right]
    ) {
        for file in files {
            guard var right = taken[file] else { continue }
            right.count -= 1
            taken[file] = right.count > 0 ? right : nil
            if right.count == 0 { rights.release(right.path) }
        }
    }
}

/// Something that a visitor is writing, which nobody else may; over with its last reference at the latest.
final class WriteHold: Sendable {
    private let hold: LockTable.Hold
    private let rights: VisitorRights
    private let files: Mutex<[SharedPath]>

    init(_ hold: LockTable.Hold, _ rights: VisitorRights, _ files: [SharedPath]) {
        self.hold = hold
        self.rights = rights
        self.files = Mutex(files)
    }

    func end() {
        hold.end()
        let files = files.withLock { files in
            defer { files = [] }
            return files
        }
        rights.release(files)
    }

    deinit { end() }
}
