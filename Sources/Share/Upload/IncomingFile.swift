import CLinux
import Disk
import Files
import Glibc
import Words

/// A file on its way into the share: written without a name, or where the file system cannot do that
/// under a hidden one beside its place, and given its name when it is whole. What is not committed is
/// gone with its last holder.
final class IncomingFile {
    /// What to do where the name is taken.
    enum Collision {
        case replace, keepBoth, refuse
    }

    private enum Stage {
        case begun
        /// It is on the disk, under its hidden name.
        case complete
        /// It has another name, or belongs to somebody else.
        case committed
    }

    private let directory: DirectoryHandle
    /// Nil once it is put by.
    private var file: NewFile?
    private let hiddenName: Name
    private(set) var size: UInt64 = 0
    private var stage = Stage.begun
    /// Whether it has the permissions that it is to keep, whatever it replaces.
    private var hasPermissions = false

    /// Without a name nothing stays behind whatever becomes of Ferry; `isNamed` does without that.
    init(in directory: DirectoryHandle, isNamed: Bool = false) throws(Refusal) {
        self.directory = directory
        let name = HiddenName.ofItem()
        hiddenName = name
        if !isNamed, let nameless = NewFile.nameless(name, in: directory, mode: 0o666) {
            file = nameless
        } else {
            file = try SharedFolder.refusing { () throws(DiskError) in
                try NewFile(named: name, in: directory, mode: 0o666)
            }
        }
    }

    deinit {
        guard stage != .committed else { return }
        if let file { try? file.discard() } else { try? directory.removeFile(hiddenName) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        let file = try open()
        try SharedFolder.refusing { () throws(DiskError) in try file.write(bytes) }
        size += UInt64(bytes.count)
    }

    /// All of a file of the share, its permissions and its time.
    func copy(_ source: OpenFile) throws(Refusal) {
        let file = try open()
        // First, so that nobody else reads what comes. Another disk may have no permissions.
        if let permissions = Permissions.of(source.descriptor.number) {
            hasPermissions = Permissions.give(permissions, to: file.descriptor.number) == 0
        }
        size += try SharedFolder.refusing { () throws(DiskError) in
            try file.copyRest(of: source.descriptor)
        }
        // Where that fails the copy is as old as it is.
        _ = setModified(source.status.modified)
    }

    /// Seconds since the epoch; whether the file has that time now.
    func setModified(_ seconds: Int64) -> Bool {
        guard let file else { return false }
        return ferry_set_open_modified(file.descriptor.number, seconds) == 0
    }

    /// Brings the bytes to the disk, and gives them the name: it, or with `.keepBoth` another that
    /// is free. A folder, a link or a device is never replaced; of a file that is, the permissions
    /// stay, unless this is a copy. Without `syncs` the caller sees to the disk.
    func commit(
        as name: Name, _ collision: Collision, syncs: Bool = true
    ) throws(Refusal) -> (name: Name, hasReplaced: Bool) {
        try complete(syncs: syncs)
        var given = name
        var hasReplaced = false
        if collision == .replace {
            hasReplaced = try replace(name)
        } else {
            var isGiven = try giveFree(name)
            var number = 1
            while !isGiven, collision == .keepBoth, number < 10_000 {
                given = SecondName.make(of: name, number: number)
                isGiven = try giveFree(given)
                number += 1
            }
            guard isGiven else { throw SharedFolder.refusal(EEXIST) }
        }
        stage = .committed
        if syncs { try NewPlace.sync(directory) }
        return (given, hasReplaced)
    }

    /// Brings it to the disk and leaves it to the caller, who gives this name of it another one.
    func handOver() throws(Refusal) -> Name {
        try complete()
        stage = .committed
        return hiddenName
    }

    /// Closes the file, which is whole: many of them may wait to be committed.
    func putBy() throws(Refusal) {
        try complete()
        file = nil
    }

    /// Brings the bytes to the disk, which may take seconds; to commit them takes no time then.
    /// Nothing is to be written after it.
    func complete(syncs: Bool = true) throws(Refusal) {
        guard stage == .begun else { return }
        let file = try open()
        try SharedFolder.refusing { () throws(DiskError) in
            if syncs { for answer in Durability.sync([file.descriptor]) { _ = try answer.get() } }
            try file.takeName()
        }
        stage = .complete
    }

    /// The entity tag that the file has now.
    var entityTag: String? {
        guard let status = try? file?.descriptor.status() else { return nil }
        return FileStatus(status).entityTag
    }

    private func open() throws(Refusal) -> NewFile {
        guard let file else { throw SharedFolder.refusal(EBADF) }
        return file
    }

    /// False where something has the name.
    private func giveFree(_ name: Name) throws(Refusal) -> Bool {
        do throws(DiskError) {
            try Naming.giveFree(name, in: directory, to: hiddenName, in: directory)
            return true
        } catch {
            guard error.code == EEXIST else { throw SharedFolder.refusal(error.code) }
            return false
        }
    }

    private func replace(_ name: Name) throws(Refusal) -> Bool {
        let found = try SharedFolder.refusing { () throws(DiskError) in
            try directory.status(of: name)
        }
        if let found, !found.isRegularFile {
            throw Refusal(.conflict, tr("That name already exists and is not a file."))
        }
        if let found, !hasPermissions { try takePermissions(found.st_mode) }
        try SharedFolder.refusing { () throws(DiskError) in
            try Naming.give(name, in: directory, to: hiddenName, in: directory)
        }
        return found != nil
    }

    private func takePermissions(_ mode: mode_t) throws(Refusal) {
        // Where it was put by not by its name: somebody may have put a link there.
        let descriptor = try SharedFolder.refusing { () throws(DiskError) in
            if let file { return file.descriptor }
            return try directory.openFile(hiddenName, O_WRONLY)
        }
        let code = Permissions.give(mode & 0o777, to: descriptor.number)
        guard code == 0 else { throw SharedFolder.refusal(code) }
    }
}
