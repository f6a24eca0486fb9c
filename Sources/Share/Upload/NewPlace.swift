import CLinux
import Files
import Glibc

/// The place where something is to be, which need not be there yet.
enum NewPlace {
    /// The open folder that is to hold `path`, and the name there; 409 where there is no such folder
    /// (RFC 4918, section 9.7.1).
    static func find(
        _ path: Path, in folder: SharedFolder
    ) throws(Refusal) -> (Descriptor, Name) {
        if let name = path.name { try folder.check(name) }
        do throws(Refusal) {
            return try folder.parent(of: path)
        } catch {
            guard error.status == .notFound else { throw error }
            throw Refusal(.conflict, "There is no folder to put it in; make that first.")
        }
    }

    /// Nil where nothing is there yet.
    static func status(_ path: Path, in folder: SharedFolder) throws(Refusal) -> FileStatus? {
        do throws(Refusal) {
            return try folder.status(of: path)
        } catch {
            guard error.status == .notFound else { throw error }
            return nil
        }
    }

    /// Gives what is called `old` in one open folder the name `new` in another, and never to
    /// something else: 0, or errno.
    static func give(
        _ old: [UInt8], in source: Descriptor, to new: [UInt8], in target: Descriptor
    ) -> CInt {
        SharedFolder.withCString(old) { old in
            SharedFolder.withCString(new) { new in
                if ferry_rename_new(source.number, old, target.number, new) == 0 { return 0 }
                guard errno == EINVAL || errno == ENOSYS else { return errno }
                // Some file systems cannot promise it: look first, as well as can be.
                var status = stat()
                if fstatat(target.number, new, &status, AT_SYMLINK_NOFOLLOW) == 0 {
                    return EEXIST
                }
                return renameat(source.number, old, target.number, new) == 0 ? 0 : errno
            }
        }
    }

    /// The same, over a file that has the name.
    static func replace(
        _ old: [UInt8], in source: Descriptor, with new: [UInt8], in target: Descriptor
    ) -> CInt {
        SharedFolder.withCString(old) { old in
            SharedFolder.withCString(new) { new in
                renameat(source.number, old, target.number, new) == 0 ? 0 : errno
            }
        }
    }
}
