import Disk
import Files
import Glibc

/// What is written down of an overwrite, in the shared folder, until it is done. It is locked as
/// long as whoever carries it out lives.
final class OverwriteRecord {
    /// Bytes that are read of one.
    private static let limit = 64 << 10
    private static let heading = "Ferry's share replaces"

    private let directory: DirectoryHandle
    private let name: Name
    private let file: Descriptor

    /// On the disk, with its name, when this returns.
    init(_ overwrite: Overwrite, in directory: DirectoryHandle) throws(DiskError) {
        let file = try NewFile(named: HiddenName.ofRecord(), in: directory)
        do throws(DiskError) {
            try file.descriptor.write(Array(OverwriteRecord.text(overwrite).utf8))
            for answer in Durability.sync([file.descriptor]) { _ = try answer.get() }
            for answer in Durability.sync(names: [directory]) { _ = try answer.get() }
        } catch {
            try? file.discard()
            throw error
        }
        self.directory = directory
        name = file.name
        self.file = file.descriptor
    }

    /// Nil where the user may not write into the shared folder itself.
    static func made(
        of overwrite: Overwrite, in folder: SharedFolder
    ) throws(Refusal) -> OverwriteRecord? {
        do throws(DiskError) {
            return try OverwriteRecord(overwrite, in: folder.root)
        } catch {
            guard [EACCES, EPERM, EROFS].contains(error.code) else {
                throw SharedFolder.refusal(error.code)
            }
            return nil
        }
    }

    /// One that somebody left; nil where he is still at it.
    init?(_ name: Name, in directory: DirectoryHandle) throws(DiskError) {
        self.directory = directory
        self.name = name
        file = try directory.openFile(name, O_RDWR)
        if try FileLock.take(file) == .heldByAnother { return nil }
    }

    /// Nil where it is not whole: then nothing was begun.
    func overwrite() throws(DiskError) -> Overwrite? {
        var bytes = [UInt8](repeating: 0, count: OverwriteRecord.limit)
        var count = 0
        while count < bytes.count {
            let got = bytes[count...].withUnsafeMutableBytes {
                pread(file.number, $0.baseAddress, $0.count, off_t(count))
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw DiskError(.read, errno) }
            if got == 0 { break }
            count += got
        }
        return OverwriteRecord.overwrite(String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// That only the old one is left to remove: whatever has the target's name by then stays. In one write,
    /// because the words of all steps are of one length; where it fails, the record goes.
    func markDone(_ overwrite: Overwrite) {
        var overwrite = overwrite
        overwrite.step = .done
        let text = Array(OverwriteRecord.text(overwrite).utf8)
        let count = text.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, 0) }
        if count != text.count { remove() }
    }

    /// Where that fails it is looked at again at the next start, and found to be done.
    func remove() {
        try? directory.removeFile(name)
    }

    static func text(_ overwrite: Overwrite) -> String {
        [
            heading, RequestPath.encode(overwrite.target, isDirectory: false),
            RequestPath.encode(overwrite.source, isDirectory: false),
            RequestPath.encode(Path(components: [overwrite.hiddenName]), isDirectory: false),
            "\(overwrite.newInode)", "\(overwrite.oldInode)", overwrite.step.rawValue, "",
        ].joined(separator: "\n")
    }

    static func overwrite(_ text: String) -> Overwrite? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 8, lines[0] == heading, let new = UInt64(lines[4]),
            let old = UInt64(lines[5]), let step = Overwrite.Step(rawValue: String(lines[6])),
            let target = try? RequestPath.decode(lines[1]).path, !target.isRoot,
            let source = try? RequestPath.decode(lines[2]).path, !source.isRoot,
            let hidden = try? RequestPath.decode(lines[3]).path.name, HiddenName.isOne(hidden)
        else { return nil }
        return Overwrite(
            source: source, target: target, hiddenName: hidden, newInode: new, oldInode: old,
            step: step)
    }
}
