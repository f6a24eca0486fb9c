import Disk
import Files
import Glibc
import Words

/// Removes what a visitor asks to be removed, by descriptors alone: no link is followed, so that
/// nothing outside of the folder can go with it.
enum Removal {
    /// A file, or a folder with all that is in it; links, pipes and devices too, which are nothing
    /// to a visitor. A folder that holds a name which the share hides, or that cannot be looked
    /// through, is left as it is: 403.
    static func remove(
        _ name: Name, _ status: FileStatus, in directory: DirectoryHandle,
        shows: (Name) -> Bool
    ) throws(Refusal) {
        try check(name, status, in: directory, shows: shows)
        if status.kind == .directory {
            try empty(name, in: directory.descriptor.number, depth: 1)
        } else {
            try SharedFolder.refusing { () throws(DiskError) in try directory.removeFile(name) }
        }
    }

    /// Refuses what could not be removed as a whole, or holds a name that the share hides.
    static func check(
        _ name: Name, _ status: FileStatus, in directory: DirectoryHandle,
        shows: (Name) -> Bool
    ) throws(Refusal) {
        guard status.kind == .directory else { return }
        guard let stream = DirectoryStream(name.bytes, in: directory.descriptor.number) else {
            throw SharedFolder.refusal(errno)
        }
        try look(in: stream, shows: shows, depth: 1)
    }

    /// Whatever Ferry itself gave that hidden name.
    static func removeOwn(_ name: Name, in directory: DirectoryHandle) throws(DiskError) {
        let number = directory.descriptor.number
        let code = unlink(name, in: number)
        if code == 0 { return }
        guard code == EISDIR || code == EPERM else { throw DiskError(.remove, code) }
        do throws(Refusal) {
            try empty(name, in: number, depth: 1)
        } catch {
            throw DiskError(.remove, ENOTEMPTY)
        }
    }

    private static func look(
        in stream: DirectoryStream, shows: (Name) -> Bool, depth: Int
    ) throws(Refusal) {
        try checkDepth(depth)
        while let name = try stream.next() {
            guard shows(name) || HiddenName.isOne(name) else {
                throw Refusal(
                    .forbidden,
                    tr(
                        "That directory contains hidden files; only the owner of the share can remove "
                            + "it."))
            }
            if let inner = DirectoryStream(name.bytes, in: stream.descriptor) {
                try look(in: inner, shows: shows, depth: depth + 1)
            } else if errno != ENOTDIR, errno != ELOOP, errno != ENOENT {
                throw SharedFolder.refusal(errno)
            }
        }
    }

    private static func empty(
        _ name: Name, in directory: CInt, depth: Int
    ) throws(Refusal) {
        try checkDepth(depth)
        guard let stream = DirectoryStream(name.bytes, in: directory) else {
            throw SharedFolder.refusal(errno)
        }
        while let inner = try stream.next() {
            let code = unlink(inner, in: stream.descriptor)
            if code == EISDIR || code == EPERM {
                try empty(inner, in: stream.descriptor, depth: depth + 1)
            } else if code != 0, code != ENOENT {
                throw SharedFolder.refusal(code)
            }
        }
        let code = unlink(name, in: directory, AT_REMOVEDIR)
        guard code == 0 || code == ENOENT else { throw SharedFolder.refusal(code) }
    }

    private static func checkDepth(_ depth: Int) throws(Refusal) {
        guard depth <= FolderWalk.depthLimit else {
            throw Refusal(
                .forbidden,
                tr(
                    "There are more than \(FolderWalk.depthLimit) nested directories; remove the "
                        + "innermost first."))
        }
    }

    /// 0, or errno.
    private static func unlink(_ name: Name, in directory: CInt, _ flags: CInt = 0) -> CInt {
        while true {
            let code = name.withCString { unlinkat(directory, $0, flags) } == 0 ? 0 : errno
            if code != EINTR { return code }
        }
    }
}
