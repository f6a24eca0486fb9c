import Disk
import Files
import Glibc
import UI
import Words

/// Fetches the file of an edit, and sends its copy back: into a temporary file that gets the name once
/// it is whole, where the server's file is still the one that was fetched. Belongs to one worker.
final class EditTransfer {
    enum Sending {
        case unchanged
        case saved
        case conflicted(EditConflict)
    }

    /// Bytes up to which contents are compared, and not only sizes and times.
    static let comparedSize: UInt64 = 4 << 20
    /// Bytes of a server's version that are fetched to be compared or merged.
    static let theirsLimit: UInt64 = 64 << 20
    /// Bytes that are moved at once.
    static let block = 256 << 10
    /// Names that are tried for a temporary file, and looks that are taken at a file that changes.
    static let tries = 8

    let directory: EditDirectory
    var record: EditRecord
    /// The version that the user lets the copy replace.
    var accepted: FileFingerprint?

    init(_ directory: EditDirectory, _ record: EditRecord) {
        self.directory = directory
        self.record = record
    }

    var location: Location { record.location }
    var path: Path { record.location.path }
    var copyName: Name? { Name(record.name) }

    /// For showing.
    var shownName: String { path.name?.text(on: record.site) ?? path.text }
    var host: String { VisibleText.make(record.site.host) }

    // MARK: - Sending

    /// Sends the copy where it has changed. What the server has is looked at first, and once more
    /// before the name changes hands.
    func send(_ files: any FileSystem) throws(FileSystemError) -> Sending {
        for _ in 0..<EditTransfer.tries {
            do throws(FileSystemError) {
                return try sendOnce(files)
            } catch {
                guard error.kind == .changed else { throw error }
            }
        }
        throw FileSystemError(
            .busy, path: path,
            detail: tr(
                "\(shownName) keeps changing while it is being sent; it will be sent later."),
            isTransient: true)
    }

    private func sendOnce(_ files: any FileSystem) throws(FileSystemError) -> Sending {
        try snapshot()
        let isBase = record.isNew ? false : try isSame(.snapshot, .base)
        if !isBase || !record.isVerified || record.sent != nil { try tidy(files) }
        // What went into the file itself may be there by half.
        if isBase, record.sent == nil {
            try local { () throws(DiskError) in try directory.remove(.snapshot) }
            return record.isVerified ? .unchanged : try verify(files)
        }
        let seen = try look(files)
        switch try compare(seen, files) {
        case .conflict(let conflict):
            return .conflicted(conflict)
        case .arrived:
            try adopt(.snapshot, seen)
        case .expected:
            try local { () throws(DiskError) in try directory.rename(.snapshot, to: .sending) }
            try upload(over: seen, files)
            try adopt(.sending, nil)
        }
        return try verify(files)
    }

    /// The copy as it is at one moment: an editor may be writing it.
    private func snapshot() throws(FileSystemError) {
        try local { () throws(DiskError) in
            guard let name = copyName else { throw DiskError(.open, EINVAL) }
            for _ in 0..<EditTransfer.tries {
                let before = directory.copyStamp(name)
                let copy = try directory.openCopy(name)
                let snapshot = try directory.make(.snapshot)
                try snapshot.append(contentsOf: copy)
                for answer in Durability.sync([snapshot]) { _ = try answer.get() }
                if directory.copyStamp(name) == before, before != nil { return }
            }
            throw DiskError(.read, EAGAIN)
        }
    }

    /// What the server has now, as exactly as it says.
    func look(
        _ files: any FileSystem
    ) throws(FileSystemError) -> FileFingerprint? {
        guard let entry = try files.entry(at: path) else { return nil }
        guard entry.kind == .file else {
            throw FileSystemError(
                .unsupported, path: path,
                detail: tr(
                    "\(shownName) on \(host) is no longer a regular file; your copy is kept.")
            )
        }
        return try files.fingerprints(of: [path])[path]
            ?? FileFingerprint(size: entry.size, modified: entry.modified)
    }

    // MARK: - Comparing

    private enum Finding {
        /// What was fetched or sent last, or what the user lets the copy replace.
        case expected
        /// The copy itself: it has arrived before, and nobody heard of it.
        case arrived
        case conflict(EditConflict)
    }

    private func compare(
        _ seen: FileFingerprint?, _ files: any FileSystem
    ) throws(FileSystemError) -> Finding {
        guard let seen else {
            return record.isNew ? .expected : .conflict(try conflict(nil, hasTheirs: false))
        }
        if let accepted, accepted.isSame(as: seen) { return .expected }
        let base = record.version
        let isLarge = (base.size ?? 0) > EditTransfer.comparedSize
        if !record.isNew, isLarge, base.modified != nil, base.fingerprint.isSame(as: seen) {
            return .expected
        }
        guard try receiveTheirs(files) else {
            return .conflict(try conflict(seen, hasTheirs: false))
        }
        if !record.isNew, try isSame(.theirs, .base) {
            return try isSame(.snapshot, .base) ? .arrived : .expected
        }
        if try has(.sending) {
            if try isSame(.theirs, .sending) {
                // The save before this one has arrived, and nobody heard of it.
                try adopt(.sending, seen)
                return try isSame(.snapshot, .base) ? .arrived : .expected
            }
            // Half of it is there where the line broke: the server takes no temporary files.
            if let sent = record.sent, sent.name == nil, try isPrefix(.theirs, of: .sending) {
                return .expected
            }
        }
        if try isSame(.theirs, .snapshot) { return .arrived }
        return .conflict(try conflict(seen, hasTheirs: true))
    }

    private func conflict(
        _ seen: FileFingerprint?, hasTheirs: Bool
    ) throws(FileSystemError) -> EditConflict {
        conflictSeen = seen
        // Half of it, or an older version, is nothing to be merged with.
        if !hasTheirs { try local { () throws(DiskError) in try directory.remove(.theirs) } }
        return EditComparison(directory, record, seen, hasTheirs: hasTheirs).conflict
    }

    /// The server's version that the last conflict was about; nil where the file was gone.
    var conflictSeen: FileFingerprint?

    /// Fetches the server's file; false where it is too large. Nothing is left of one that did not
    /// come whole.
    private func receiveTheirs(_ files: any FileSystem) throws(FileSystemError) -> Bool {
        let target = try local { () throws(DiskError) in try directory.make(.theirs) }
        do throws(FileSystemError) {
            let count = try EditFetch.receive(
                path, from: files, into: target, atMost: EditTransfer.theirsLimit, disk)
            if count != nil { return true }
        } catch {
            try? directory.remove(.theirs)
            throw error
        }
        try local { () throws(DiskError) in try directory.remove(.theirs) }
        return false
    }

    func has(_ file: EditDirectory.File) throws(FileSystemError) -> Bool {
        try local { () throws(DiskError) in try directory.has(file) }
    }

    private func isSame(
        _ one: EditDirectory.File, _ other: EditDirectory.File
    ) throws(FileSystemError) -> Bool {
        try local { () throws(DiskError) in
            try directory.open(one).hasSameBytes(as: directory.open(other))
        }
    }

    private func isPrefix(
        _ one: EditDirectory.File, of other: EditDirectory.File
    ) throws(FileSystemError) -> Bool {
        try local { () throws(DiskError) in
            let (short, long) = (try directory.open(one), try directory.open(other))
            return try short.commonLength(with: long) == Int64(short.status().st_size)
        }
    }

    // MARK: - Afterwards

    /// The server has this: it is what the next save begins from.
    private func adopt(
        _ file: EditDirectory.File, _ seen: FileFingerprint?
    ) throws(FileSystemError) {
        try local { () throws(DiskError) in
            try directory.rename(file, to: .base)
            if file != .sending { try directory.remove(.sending) }
        }
        let size = UInt64(
            try local { () throws(DiskError) in try directory.open(.base).status().st_size })
        record.version = EditRecord.Version(
            seen ?? FileFingerprint(size: size, modified: nil))
        record.isNew = false
        record.isVerified = false
        accepted = nil
        // The temporary file has become the file.
        if record.sent?.aside == nil { record.sent = nil } else { record.sent?.name = nil }
        try save()
    }

    /// Compares what the server has now with what was sent.
    private func verify(_ files: any FileSystem) throws(FileSystemError) -> Sending {
        try tidy(files)
        guard let seen = try look(files) else {
            return .conflicted(try conflict(nil, hasTheirs: false))
        }
        let size = try local { () throws(DiskError) in try directory.open(.base).status().st_size }
        if UInt64(size) > EditTransfer.comparedSize {
            guard seen.size == nil || seen.size == UInt64(size) else {
                return .conflicted(try conflict(seen, hasTheirs: false))
            }
        } else {
            let isWhole = try receiveTheirs(files)
            guard isWhole, try isSame(.theirs, .base) else {
                return .conflicted(try conflict(seen, hasTheirs: isWhole))
            }
        }
        record.version = EditRecord.Version(seen)
        record.isVerified = true
        try save()
        try local { () throws(DiskError) in
            try directory.remove(.theirs)
            try directory.remove(.merging)
            try directory.remove(.before)
            try directory.remove(.merged)
        }
        return .saved
    }

    /// Whether nothing would be lost with the directory: the server has the copy, and, where that
    /// counts, the editor has left nothing else.
    func isOver(countingOthers: Bool) throws(DiskError) -> Bool {
        guard record.isVerified, !record.isNew, record.sent == nil, let name = copyName,
            directory.copyStamp(name) != nil
        else { return false }
        if countingOthers, try directory.hasMoreThan(name) { return false }
        return try directory.openCopy(name).hasSameBytes(as: directory.open(.base))
    }

    // MARK: - This machine

    func save() throws(FileSystemError) {
        let record = record
        try local { () throws(DiskError) in try directory.write(record) }
    }

    private var disk: EditDisk { EditDisk(file: shownName, directory: directory.path) }

    func local<Value>(
        _ body: () throws(DiskError) -> Value
    ) throws(FileSystemError) -> Value {
        try disk.run(body)
    }
}
