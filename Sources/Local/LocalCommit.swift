import CLinux
import Disk
import Files
import Glibc
import Words

/// Makes written parts final, many at a time: described, synced, named, and the names synced. Each
/// has its own answer, and none is taken for done whose every step did not say so.
struct LocalCommit {
    private struct Item {
        let pending: PendingCommit
        let file: NewFile
        /// What has the final name already.
        var previous: stat?
        var remark: String?
        var proof = Durability.Proof.unknown
    }

    private var items: [Item] = []
    private(set) var results: CommitResults = [:]
    /// Takes a part in whose bytes are all written to `file`.
    mutating func add(_ pending: PendingCommit, _ file: NewFile) {
        do throws(FileSystemError) {
            items.append(try describe(pending, file))
        } catch {
            results[pending.part.id] = .failure(error)
        }
    }

    mutating func fail(_ part: Part, _ error: FileSystemError) {
        results[part.id] = .failure(error)
    }

    /// Does what is left, and answers for each.
    mutating func finish() {
        sync()
        giveNames()
        for item in items {
            let id = item.pending.part.id
            let path = item.pending.part.file
            let proof: Committed.Proof =
                item.proof == .synced
                ? .synced
                : .none(tr("the file system of \(path.text) cannot confirm that it is on disk"))
            results[id] = .success(Committed(proof, remark: item.remark))
        }
    }

    // MARK: - Size, owner, mode, time

    private func describe(
        _ pending: PendingCommit, _ file: NewFile
    ) throws(FileSystemError) -> Item {
        let path = pending.part.file
        do throws(DiskError) {
            let status = try file.descriptor.status()
            guard status.size == pending.size else {
                throw DiskError(.look, ERANGE)
            }
            var item = Item(pending: pending, file: file)
            if !pending.part.isInPlace, let name = path.name {
                item.previous = try file.directory.status(of: name)
            }
            try giveOwnerAndMode(&item, own: status)
            if let modified = pending.creation.modified {
                let isGiven = try LocalCommit.tolerated {
                    ferry_set_open_modified(file.descriptor.number, modified.seconds)
                }
                if !isGiven {
                    item.remark =
                        tr(
                            "The modification time of \(path.text) could not be "
                                + "set; it has the time of the copy.")
                }
            }
            return item
        } catch {
            guard error.code != ERANGE else {
                throw FileSystemError(
                    .truncated, path: path,
                    detail: tr(
                        "\(path.text) does not hold the \(pending.size) bytes that were "
                            + "written, so its temporary file was not renamed. Retry the transfer."),
                    isTransient: true)
            }
            throw SystemFailure.error(error.code, path, .write)
        }
    }

    /// A file that is replaced gives its owner and mode to the one that takes its place, as far as
    /// the user may.
    private func giveOwnerAndMode(_ item: inout Item, own: stat) throws(DiskError) {
        guard !item.pending.part.isInPlace else { return }
        let number = item.file.descriptor.number
        guard let previous = item.previous, previous.isRegularFile else {
            try giveNewMode(&item)
            if let previous = item.previous, previous.st_mode & S_IFMT == S_IFLNK {
                item.remark =
                    tr(
                        "\(item.pending.part.file.text) was a link and is now a regular file; the "
                            + "link's target is unchanged.")
            }
            return
        }
        var mode = previous.st_mode & 0o7777
        if previous.st_uid != own.st_uid || previous.st_gid != own.st_gid {
            var hasOwner = try LocalCommit.tolerated {
                fchown(number, previous.st_uid, previous.st_gid)
            }
            if !hasOwner, previous.st_gid != own.st_gid {
                hasOwner = try LocalCommit.tolerated {
                    fchown(number, uid_t.max, previous.st_gid)
                }
            }
            if !hasOwner {
                // What was granted to another group is granted to no group.
                mode &= previous.st_gid == own.st_gid ? 0o777 : 0o707
                item.remark =
                    tr("You now own \(item.pending.part.file.text): its owner could not be kept.")
            } else if try item.file.descriptor.status().st_uid != previous.st_uid {
                mode &= 0o777
            }
        }
        _ = try LocalCommit.tolerated { fchmod(number, mode) }
    }

    /// A file that is new gets what it was made with, the owner first: a change of owner takes
    /// set-user-ID away.
    private func giveNewMode(_ item: inout Item) throws(DiskError) {
        let number = item.file.descriptor.number
        let creation = item.pending.creation
        var mode = mode_t(creation.mode ?? 0o666 & ~ProcessMask.value)
        if let owner = creation.owner {
            let isGiven = try LocalCommit.tolerated { fchown(number, owner.user, owner.group) }
            if !isGiven {
                // What runs as its owner would run as somebody else.
                mode &= 0o777
                item.remark =
                    tr("You own \(item.pending.part.file.text): its owner could not be set.")
            }
        }
        _ = try LocalCommit.tolerated { fchmod(number, mode) }
    }

    /// Whether it was done; false where the file system has no such thing or the user no right to
    /// it, which costs no byte.
    private static func tolerated(_ body: () -> CInt) throws(DiskError) -> Bool {
        while body() != 0 {
            switch errno {
            case EINTR: continue
            case EPERM, EACCES, EINVAL, ENOSYS, EOPNOTSUPP, EROFS: return false
            default: throw DiskError(.describe, errno)
            }
        }
        return true
    }

    // MARK: - Syncs and names

    private mutating func sync() {
        let answers = Durability.sync(items.map(\.file.descriptor))
        var kept: [Item] = []
        for (index, item) in items.enumerated() {
            let answer =
                answers.indices.contains(index)
                ? answers[index] : .failure(DiskError(.sync, EIO))
            switch answer {
            case .success(let proof):
                var item = item
                item.proof = proof
                kept.append(item)
            case .failure(let error): fail(item, error, .sync)
            }
        }
        items = kept
    }

    private mutating func giveNames() {
        var named: [Item] = []
        for item in items {
            do throws(DiskError) {
                if !item.pending.part.isInPlace, let name = item.pending.part.file.name {
                    try item.file.give(name, replacing: item.pending.creation.replaces)
                }
                named.append(item)
            } catch {
                results[item.pending.part.id] = .failure(
                    SystemFailure.error(error, item.pending.part.file, .name))
            }
        }
        items = []
        // The names themselves: without this a crash could bring the part names back.
        var known: Set<ObjectIdentifier> = []
        let directories = named.map(\.file.directory).filter {
            known.insert(ObjectIdentifier($0)).inserted
        }
        let synced = Durability.sync(names: directories)
        var answers: [ObjectIdentifier: Result<Durability.Proof, DiskError>] = [:]
        for (directory, answer) in zip(directories, synced) {
            answers[ObjectIdentifier(directory)] = answer
        }
        for var item in named {
            switch answers[ObjectIdentifier(item.file.directory)] {
            case .success(let proof):
                if proof == .unknown { item.proof = .unknown }
                items.append(item)
            case .failure(let error): fail(item, error, .sync)
            case nil: fail(item, DiskError(.sync, EIO), .sync)
            }
        }
    }

    private mutating func fail(_ item: Item, _ error: DiskError, _ attempt: Attempt) {
        let path = item.pending.part.file
        results[item.pending.part.id] = .failure(SystemFailure.error(error.code, path, attempt))
    }
}
