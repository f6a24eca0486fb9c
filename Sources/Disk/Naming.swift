import CLinux
package import Files
import Glibc

/// Giving names: atomically, and over something else only where that is wanted.
package enum Naming {
    /// Gives what is called `old` the name `new`; EEXIST where something has it. On a file system
    /// that cannot promise that in one call, a hard link can; where there are none either, it is
    /// looked first, as well as can be.
    package static func giveFree(
        _ new: Name, in target: DirectoryHandle, to old: Name, in source: DirectoryHandle
    ) throws(DiskError) {
        do throws(DiskError) {
            return try call(old, source, new, target, ferry_rename_new)
        } catch {
            guard Call.isUnknown(error.code) else { throw error }
        }
        do throws(DiskError) {
            try call(old, source, new, target) { linkat($0, $1, $2, $3, 0) }
        } catch {
            // Directories have no hard links, nor have some file systems.
            let isImpossible =
                Call.isUnknown(error.code) || [EPERM, EMLINK, EACCES].contains(error.code)
            guard isImpossible else { throw error }
            guard try target.status(of: new) == nil else { throw DiskError(.name, EEXIST) }
            return try give(new, in: target, to: old, in: source)
        }
        do throws(DiskError) {
            try source.removeFile(old)
        } catch {
            // What failed may have been done all the same; one name has to stay in any case.
            guard try source.status(of: old) != nil else { return }
            try? target.removeFile(new)
            throw error
        }
    }

    /// Gives what is called `old` the name `new`, in place of a file that has it.
    package static func give(
        _ new: Name, in target: DirectoryHandle, to old: Name, in source: DirectoryHandle
    ) throws(DiskError) {
        try call(old, source, new, target, renameat)
    }

    /// Gives each the name of the other; EINVAL or ENOSYS where the file system cannot.
    package static func exchange(
        _ one: Name, in first: DirectoryHandle, with other: Name, in second: DirectoryHandle
    ) throws(DiskError) {
        try call(one, first, other, second, ferry_rename_exchange)
    }

    private static func call(
        _ old: Name, _ source: DirectoryHandle, _ new: Name, _ target: DirectoryHandle,
        _ body: (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>) -> CInt
    ) throws(DiskError) {
        _ = try Call.retrying(.name) {
            old.withCString { old in
                new.withCString { new in
                    body(source.descriptor.number, old, target.descriptor.number, new)
                }
            }
        }
    }
}
