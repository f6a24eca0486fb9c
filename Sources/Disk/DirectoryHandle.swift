import CLinux
package import Files
package import Glibc

/// An open directory. What is named in it is found there and nowhere else, wherever its path leads
/// by then.
package final class DirectoryHandle: Sendable {
    package let descriptor: Descriptor

    private init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    /// Opens the directory at `path`, following links.
    package convenience init(at path: Path) throws(DiskError) {
        let number = try Call.retrying(.open) {
            path.bytes.withCString { ferry_openat(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY, 0) }
        }
        self.init(Descriptor(number))
    }

    /// Opens a directory in this one; ELOOP or ENOTDIR where the name is a link.
    package func directory(_ name: Name) throws(DiskError) -> DirectoryHandle {
        DirectoryHandle(try open(name, O_RDONLY | O_DIRECTORY))
    }

    /// Whether names in it are one where they differ only in capitals. A file system that another machine or a
    /// program keeps may do so without saying it.
    package var foldsNames: Bool { ferry_folds_names(descriptor.number) == 1 }

    /// Whether it still has a name somewhere.
    package var isThere: Bool {
        guard let status = try? descriptor.status() else { return false }
        return status.st_nlink > 0
    }

    /// Opens what has the name, and never what a link of that name leads to.
    package func open(
        _ name: Name, _ flags: CInt, mode: UInt32 = 0
    ) throws(DiskError) -> Descriptor {
        let number = try Call.retrying(.open) {
            name.withCString {
                ferry_openat(descriptor.number, $0, flags | O_NOFOLLOW, mode)
            }
        }
        return Descriptor(number)
    }

    /// Opens a regular file; never waits for the other end of a pipe. EINVAL for anything else.
    package func openFile(_ name: Name, _ flags: CInt) throws(DiskError) -> Descriptor {
        let file = try open(name, flags | O_NONBLOCK | O_NOCTTY)
        guard try file.status().isRegularFile else { throw DiskError(.open, EINVAL) }
        return file
    }

    /// What has the name, of a link the link itself; nil where nothing has it.
    package func status(of name: Name) throws(DiskError) -> stat? {
        var status = stat()
        do throws(DiskError) {
            _ = try Call.retrying(.look) {
                name.withCString {
                    fstatat(descriptor.number, $0, &status, AT_SYMLINK_NOFOLLOW)
                }
            }
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
        return status
    }

    package func makeDirectory(_ name: Name, mode: UInt32 = 0o777) throws(DiskError) {
        _ = try Call.retrying(.make) {
            name.withCString { mkdirat(descriptor.number, $0, mode) }
        }
    }

    /// Makes a link that leads to `target`, as it is written.
    package func makeLink(_ name: Name, to target: [UInt8]) throws(DiskError) {
        _ = try Call.retrying(.make) {
            name.withCString { name in
                target.withCString { symlinkat($0, descriptor.number, name) }
            }
        }
    }

    /// Gives what has the name its permissions (0…0o7777). EOPNOTSUPP where it is a link: links have
    /// none, and what it leads to stays as it is.
    package func setMode(_ mode: UInt16, of name: Name) throws(DiskError) {
        _ = try Call.retrying(.describe) {
            name.withCString {
                fchmodat(descriptor.number, $0, mode_t(mode & 0o7777), AT_SYMLINK_NOFOLLOW)
            }
        }
    }

    /// Removes a file or a link.
    package func removeFile(_ name: Name) throws(DiskError) {
        _ = try Call.retrying(.remove) {
            name.withCString { unlinkat(descriptor.number, $0, 0) }
        }
    }

    /// Removes an empty directory.
    package func removeDirectory(_ name: Name) throws(DiskError) {
        _ = try Call.retrying(.remove) {
            name.withCString { unlinkat(descriptor.number, $0, AT_REMOVEDIR) }
        }
    }
}
