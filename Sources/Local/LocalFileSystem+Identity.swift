import Disk
package import Files
import Glibc

extension LocalFileSystem: IdentifyingDirectories {
    package func identity(of path: Path) -> DirectoryIdentity? {
        var status = stat()
        guard path.bytes.withCString({ stat($0, &status) }) == 0, status.isDirectory else {
            return nil
        }
        return DirectoryIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    package func canonical(_ path: Path) -> Path? {
        guard let found = path.bytes.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(found) }
        return Path(
            UnsafeBufferPointer(start: found, count: strlen(found)).map(UInt8.init(bitPattern:)))
    }
}

extension LocalFileSystem: ResolvingPaths {
    package func resolved(_ paths: [Path]) throws(FileSystemError) -> [Path?] {
        paths.map { canonical($0) }
    }
}

extension LocalFileSystem: HoldingManyFiles {
    package var openFileLimit: Int { 64 }
}
