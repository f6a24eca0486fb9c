import Disk
package import Files
import Glibc
import Words

/// This machine's trash, as other programs of the desktop know it (freedesktop.org Trash
/// specification 1.0).
package struct Trash: Sendable {
    /// Entries that are listed at most.
    private static let mostEntries = 20_000

    private let places: TrashPlaces
    private let now: @Sendable () -> Int

    package init(
        _ places: TrashPlaces = .own, now: @escaping @Sendable () -> Int = { time(nil) }
    ) {
        self.places = places
        self.now = now
    }

    // MARK: - Moving there

    /// Moves something to the trash in one step; where it is then. Nothing is ever copied or deleted
    /// for it.
    package func put(_ path: Path) throws(FileSystemError) -> TrashID {
        guard let name = path.name else {
            throw FileSystemError(
                .denied, path: path, detail: tr("The root directory cannot be moved to the trash."))
        }
        let directory: Path
        let source: DirectoryHandle
        let candidates: [Path?]
        do throws(DiskError) {
            directory = try Trash.real(path.parent)
            source = try DirectoryHandle(at: directory)
            guard try source.status(of: name) != nil else { throw DiskError(.look, ENOENT) }
            candidates = try places.candidates(for: directory)
        } catch {
            throw SystemFailure.error(error.code, path, .trash)
        }
        var refusal: DiskError?
        for candidate in candidates {
            do throws(DiskError) {
                let trash = try places.open(top: candidate)
                let own = try Trash.real(trash.path)
                try Trash.check(path, directory.appending(name), isOutside: own)
                let taken = try trash.take(
                    name, in: source, from: directory.appending(name), at: Trash.local(now()))
                return TrashID(directory: trash.path, name: taken)
            } catch {
                if Trash.isOfThing(error) { throw failure(error, path) }
                refusal = refusal ?? error
            }
        }
        throw Trash.none(for: path, refusal ?? DiskError(.open, ENOENT))
    }

    /// Whether it is the thing that cannot be moved, and not the trash that cannot be used.
    private static func isOfThing(_ error: DiskError) -> Bool {
        error.step == .name && error.code != EXDEV || [.look, .write].contains(error.step)
    }

    private func failure(_ error: DiskError, _ path: Path) -> FileSystemError {
        switch error.code {
        case EINVAL:
            FileSystemError(
                .denied, path: path,
                detail: tr("\(path.text) is or contains the trash; it was not moved."))
        case EALREADY:
            FileSystemError(
                .denied, path: path,
                detail: tr("\(path.text) is in the trash already; delete it there."))
        default: SystemFailure.error(error.code, path, .trash)
        }
    }

    private static func none(for path: Path, _ error: DiskError) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: tr(
                "There is no usable trash for \(path.text) (\(error.words)). Nothing was "
                    + "changed; delete it permanently instead."))
    }

    private static func check(
        _ path: Path, _ whole: Path, isOutside trash: Path
    ) throws(DiskError) {
        if trash.isInside(whole) { throw DiskError(.name, EINVAL) }
        if whole.isInside(trash) { throw DiskError(.name, EALREADY) }
    }

    // MARK: - What is in it

    /// What is in all the user's trash directories.
    package func list() -> TrashListing {
        var listing = TrashListing()
        for path in places.existing {
            do throws(DiskError) {
                let trash = try places.open(path)
                for name in try trash.names() {
                    guard listing.entries.count < Trash.mostEntries else {
                        listing.isCut = true
                        break
                    }
                    if let entry = trash.entry(name) { listing.entries.append(entry) }
                }
            } catch {
                // Most mounts have no trash, and one that is not the user's is none of theirs.
                guard path == places.home, error.code != ENOENT else { continue }
                listing.failures.append(SystemFailure.error(error.code, path, .list))
            }
        }
        listing.entries.sort(by: Trash.isBefore)
        return listing
    }

    private static func isBefore(_ left: TrashEntry, _ right: TrashEntry) -> Bool {
        let (first, second) = (left.deleted?.secondsSinceEpoch, right.deleted?.secondsSinceEpoch)
        if first != second { return (first ?? .min) > (second ?? .min) }
        return left.id.name < right.id.name
    }

    /// Puts something back where it was, by its record as it is now; where that is. Directories that
    /// are missing are made. `.exists` where something has its name.
    package func restore(_ id: TrashID) throws(FileSystemError) -> Path {
        let trash = try open(id)
        let record: TrashRecord
        do throws(DiskError) {
            guard try trash.files.status(of: id.name) != nil else {
                throw DiskError(.look, ENOENT)
            }
            record = try trash.record(of: id.name)
        } catch {
            throw SystemFailure.error(error.code, id.path, .restore)
        }
        switch record.origin {
        case .unusable(let why):
            throw FileSystemError(
                .unsupported, path: id.path,
                detail: tr("\(id.name.text) was not restored. \(why) It lies at \(id.path.text)."))
        case .path(let path):
            try restore(id.name, of: trash, to: path)
            return path
        }
    }

    private func restore(
        _ name: Name, of trash: TrashDirectory, to path: Path
    ) throws(FileSystemError) {
        do throws(DiskError) {
            guard let final = path.name else { throw DiskError(.name, EEXIST) }
            let directory = try Trash.directory(path.parent, below: trash.base)
            try Naming.giveFree(final, in: directory, to: name, in: trash.files)
        } catch {
            guard error.code == EEXIST else {
                throw SystemFailure.error(error.code, path, .restore)
            }
            throw FileSystemError(
                .exists, path: path,
                detail: tr(
                    "\(path.text) already exists and was not replaced. Rename it, then restore "
                        + "again."))
        }
        do throws(DiskError) {
            try trash.forget(name)
        } catch {
            throw FileSystemError(
                .other, path: path,
                detail: tr(
                    "\(path.text) was restored, but its record in the trash could not be "
                        + "deleted (\(error.words))."))
        }
    }

    /// Below `base` no link is followed: others may have written the record.
    private static func directory(
        _ path: Path, below base: Path?
    ) throws(DiskError) -> DirectoryHandle {
        guard let base else { return try TrashPlaces.makeDirectories(path, mode: 0o777) }
        guard let steps = path.components(below: base) else { throw DiskError(.open, EPERM) }
        var current = try DirectoryHandle(at: base)
        for step in steps {
            if try current.status(of: step) == nil {
                do throws(DiskError) {
                    try current.makeDirectory(step)
                } catch {
                    guard error.code == EEXIST else { throw error }
                }
            }
            current = try current.directory(step)
        }
        return current
    }

    /// Deletes something in the trash for good.
    package func delete(_ id: TrashID) throws(FileSystemError) {
        let trash = try open(id)
        do throws(DiskError) {
            try trash.files.removeTree(id.name)
            try trash.forget(id.name)
        } catch {
            throw SystemFailure.error(error.code, id.path, .delete)
        }
    }

    private func open(_ id: TrashID) throws(FileSystemError) -> TrashDirectory {
        do throws(DiskError) {
            return try places.open(id.directory)
        } catch {
            throw SystemFailure.error(error.code, id.directory, .open)
        }
    }

    // MARK: - Paths and times

    /// Without links and `..`.
    private static func real(_ path: Path) throws(DiskError) -> Path {
        guard let found = path.bytes.withCString({ realpath($0, nil) }) else {
            throw DiskError(.look, errno)
        }
        defer { free(found) }
        return Path(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }

    private static func local(_ moment: Int) -> CivilTime {
        var (moment, parts) = (moment, tm())
        guard localtime_r(&moment, &parts) != nil else {
            return CivilTime(secondsSinceEpoch: Int64(moment))
        }
        return CivilTime(
            year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1,
            day: Int(parts.tm_mday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min),
            second: Int(parts.tm_sec))
    }
}
