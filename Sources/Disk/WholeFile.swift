import CLinux
package import Files
import Glibc

/// Small files that are replaced as a whole: whoever reads one finds the old bytes or the new ones.
package enum WholeFile {
    /// Links that lead to links; the kernel gives up there, too.
    private static let linkLimit = 40

    /// Gives the file at `path`, which may begin where the program runs, these bytes; they are on the disk when this returns. Where it is a
    /// link, the file that it leads to is replaced, and the link stays. A file that was there keeps
    /// its mode, and its owner as far as the user may; a new one gets `mode`. EINVAL where something
    /// else than a file is there.
    package static func write(
        _ bytes: [UInt8], to path: [UInt8], mode: UInt32
    ) throws(DiskError) {
        let (directory, name) = try place(of: path)
        let old = try directory.status(of: name)
        if let old, !old.isRegularFile { throw DiskError(.open, old.isDirectory ? EISDIR : EINVAL) }
        let file = try NewFile(
            named: .random(".ferry-new-"), in: directory, mode: old == nil ? mode : 0o600)
        do throws(DiskError) {
            try file.descriptor.write(bytes)
            if let old { try describe(file.descriptor, like: old) }
            for answer in Durability.sync([file.descriptor]) { _ = try answer.get() }
            try file.give(name, replacing: true)
        } catch {
            try? file.discard()
            throw error
        }
        for answer in Durability.sync(names: [directory]) { _ = try answer.get() }
    }

    /// Makes a file of these bytes, which are on the disk when this returns; EEXIST where something
    /// has the name already.
    package static func make(
        _ bytes: [UInt8], at path: Path, mode: UInt32
    ) throws(DiskError) {
        guard let name = path.name else { throw DiskError(.open, EISDIR) }
        let directory = try DirectoryHandle(at: path.parent)
        let file = try NewFile(named: .random(".ferry-new-"), in: directory, mode: mode)
        do throws(DiskError) {
            try file.descriptor.write(bytes)
            for answer in Durability.sync([file.descriptor]) { _ = try answer.get() }
            try file.give(name, replacing: false)
        } catch {
            try? file.discard()
            throw error
        }
        for answer in Durability.sync(names: [directory]) { _ = try answer.get() }
    }

    private static func describe(_ file: Descriptor, like old: stat) throws(DiskError) {
        var new = try file.status()
        if new.st_uid != old.st_uid || new.st_gid != old.st_gid {
            // Only root may give files away; a group of one's own anybody.
            if fchown(file.number, old.st_uid, old.st_gid) != 0 {
                _ = fchown(file.number, uid_t.max, old.st_gid)
            }
        }
        new = try file.status()
        var wanted = old.st_mode & 0o7777
        // What was another's or another group's to do is not this one's.
        if new.st_uid != old.st_uid { wanted &= 0o3777 }
        if new.st_gid != old.st_gid { wanted &= 0o5707 }
        // After the owner, with whom bits of it go. Some file systems have no modes.
        guard new.st_mode & 0o7777 != wanted else { return }
        do throws(DiskError) {
            _ = try Call.retrying(.describe) { fchmod(file.number, wanted) }
        } catch {
            guard Call.isUnknown(error.code) || error.code == EPERM else { throw error }
        }
    }

    /// The directory and the name to which links lead, which need not be there.
    private static func place(
        of path: [UInt8]
    ) throws(DiskError) -> (directory: DirectoryHandle, name: Name) {
        var path = path
        for _ in 0..<linkLimit {
            // With its slash; empty where there is none.
            let directory = path[..<(path.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)]
            guard let target = try target(ofLink: path) else {
                guard let name = Name(path[directory.endIndex...]) else {
                    throw DiskError(.open, EISDIR)
                }
                return (try DirectoryHandle(at: real(directory + [0x2E])), name)
            }
            // Left to the system to walk: `..` of a directory that is a link leads elsewhere.
            path = target.first == 0x2F ? target : directory + target
        }
        throw DiskError(.open, ELOOP)
    }

    /// Nil for what is no link.
    private static func target(ofLink path: [UInt8]) throws(DiskError) -> [UInt8]? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = path.withCString { readlink($0, &target, target.count) }
        if count >= 0 { return target[..<count].map { UInt8(bitPattern: $0) } }
        guard errno == EINVAL || errno == ENOENT else { throw DiskError(.look, errno) }
        return nil
    }

    /// Without links and `..`.
    private static func real(_ path: some Collection<UInt8>) throws(DiskError) -> Path {
        guard let found = Array(path).withCString({ realpath($0, nil) }) else {
            throw DiskError(.look, errno)
        }
        defer { free(found) }
        return Path(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
}
