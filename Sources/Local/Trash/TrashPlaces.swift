package import Disk
package import Files
import Glibc

/// Where this machine's trash directories are.
package struct TrashPlaces: Sendable {
    /// `$XDG_DATA_HOME/Trash`; nil without a home.
    package var home: Path?
    package var user: UInt32
    /// Which mount a directory is on.
    package var mount: @Sendable (Path) throws(DiskError) -> MountIdentity
    /// Where file systems are mounted.
    package var mountPoints: @Sendable () -> [Path]

    package init(
        home: Path?, user: UInt32 = getuid(),
        mount: @escaping @Sendable (Path) throws(DiskError) -> MountIdentity = {
            (path) throws(DiskError) in try MountIdentity(of: path)
        },
        mountPoints: @escaping @Sendable () -> [Path] = { MountPoints.all() }
    ) {
        self.home = home
        self.user = user
        self.mount = mount
        self.mountPoints = mountPoints
    }

    /// Those of the user who runs Ferry. A relative XDG_DATA_HOME does not count (XDG Base Directory
    /// Specification).
    package static var own: TrashPlaces {
        func variable(_ name: String) -> Path? {
            guard let value = getenv(name), value[0] == 0x2F else { return nil }
            return Path(UnsafeRawBufferPointer(start: value, count: strlen(value)))
        }
        func below(_ path: Path, _ rest: String) -> Path {
            Path(components: path.components + Path(rest).components)
        }
        let data =
            variable("XDG_DATA_HOME") ?? variable("HOME").map { below($0, ".local/share") }
        return TrashPlaces(home: data.map { below($0, "Trash") })
    }

    /// The directories where a trash may be for what is in `directory`, which has no links in it: the
    /// user's own, where that is on the same mount, then the top directory of the mount. Nil is the own.
    func candidates(for directory: Path) throws(DiskError) -> [Path?] {
        let mounted = try mount(directory)
        var found: [Path?] = []
        if let home, isOn(mounted, home) { found.append(nil) }
        var top = directory
        while !top.isRoot, isOn(mounted, top.parent) { top = top.parent }
        return found + [top]
    }

    /// Whether `path`, or as much of it as is there, is on a mount.
    private func isOn(_ mounted: MountIdentity, _ path: Path) -> Bool {
        var path = path
        while true {
            do throws(DiskError) {
                return try mount(path) == mounted
            } catch {
                guard error.code == ENOENT, !path.isRoot else { return false }
                path = path.parent
            }
        }
    }

    // MARK: - Opening

    /// Opens the trash of a top directory, or the user's own for nil; makes it where it is not there.
    func open(top: Path?) throws(DiskError) -> TrashDirectory {
        guard let top else {
            guard let home else { throw DiskError(.open, ENOENT) }
            return try TrashDirectory(
                home, below: nil, TrashPlaces.makeDirectories(home, mode: 0o700))
        }
        let root = try DirectoryHandle(at: top)
        if let shared = try? openShared(in: root, top, isMade: true) { return shared }
        return try openOwn(in: root, top, isMade: true)
    }

    /// Opens a trash that is there.
    func open(_ directory: Path) throws(DiskError) -> TrashDirectory {
        if directory == home {
            return try TrashDirectory(directory, below: nil, DirectoryHandle(at: directory))
        }
        let own = directory.parent
        if directory.name == ownName {
            return try openOwn(in: DirectoryHandle(at: own), own, isMade: false)
        }
        guard directory.name == userName, own.name == sharedName else {
            throw DiskError(.open, ENOENT)
        }
        return try openShared(in: DirectoryHandle(at: own.parent), own.parent, isMade: false)
    }

    /// Those that may be there: their paths.
    var existing: [Path] {
        var found = [home].compactMap(\.self)
        for top in mountPoints() {
            if let ownName { found.append(top.appending(ownName)) }
            if let sharedName, let userName {
                found.append(top.appending(sharedName).appending(userName))
            }
        }
        return found
    }

    private var ownName: Name? { Name(".Trash-\(user)") }
    private var sharedName: Name? { Name(".Trash") }
    private var userName: Name? { Name("\(user)") }

    /// `.Trash/UID`. Others may write `.Trash`: only one that is a directory itself, whose sticky bit
    /// keeps them from what is not theirs, is used.
    private func openShared(
        in root: DirectoryHandle, _ top: Path, isMade: Bool
    ) throws(DiskError) -> TrashDirectory {
        guard let sharedName, let userName else { throw DiskError(.open, ENOENT) }
        let shared = try root.directory(sharedName)
        guard try shared.descriptor.status().st_mode & S_ISVTX != 0 else {
            throw DiskError(.open, EPERM)
        }
        let path = top.appending(sharedName).appending(userName)
        return try openOwned(userName, in: shared, path, top, isMade: isMade)
    }

    private func openOwn(
        in root: DirectoryHandle, _ top: Path, isMade: Bool
    ) throws(DiskError) -> TrashDirectory {
        guard let ownName else { throw DiskError(.open, ENOENT) }
        return try openOwned(ownName, in: root, top.appending(ownName), top, isMade: isMade)
    }

    /// One that another user has made could be read, or changed, by that one.
    private func openOwned(
        _ name: Name, in directory: DirectoryHandle, _ path: Path, _ top: Path, isMade: Bool
    ) throws(DiskError) -> TrashDirectory {
        if isMade { try TrashPlaces.make(name, in: directory) }
        let handle = try directory.directory(name)
        let (status, above) = (try handle.descriptor.status(), try directory.descriptor.status())
        guard status.st_uid == user, status.st_dev == above.st_dev else {
            throw DiskError(.open, EPERM)
        }
        return try TrashDirectory(path, below: top, handle)
    }

    /// Makes a directory that only the user may enter, unless it is there.
    static func make(_ name: Name, in directory: DirectoryHandle) throws(DiskError) {
        do throws(DiskError) {
            try directory.makeDirectory(name, mode: 0o700)
        } catch {
            guard error.code == EEXIST else { throw error }
        }
    }

    /// Opens a directory; it and those above are made where they are not there.
    static func makeDirectories(_ path: Path, mode: UInt32) throws(DiskError) -> DirectoryHandle {
        do throws(DiskError) {
            return try DirectoryHandle(at: path)
        } catch {
            guard error.code == ENOENT, let name = path.name else { throw error }
            let above = try makeDirectories(path.parent, mode: mode)
            do throws(DiskError) {
                try above.makeDirectory(name, mode: mode)
            } catch {
                guard error.code == EEXIST else { throw error }
            }
            return try DirectoryHandle(at: path)
        }
    }
}
