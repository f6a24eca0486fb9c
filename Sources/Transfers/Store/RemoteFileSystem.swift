import CLinux
import Glibc

/// File systems on which this machine does not see all that happens, and which share no memory.
package enum RemoteFileSystem {
    /// statfs(2)'s types of file systems that are another machine's, or a program's.
    private static let types: [UInt32] = [
        0x6969,  // NFS
        0x517B, 0xFE53_4D42, 0xFF53_4D42,  // SMB, old and new
        0x6573_5546,  // FUSE
        0x0102_1997,  // 9P
        0x00C3_6400,  // Ceph
        0x5346_414F, 0x6B41_4653,  // AFS
        0x7375_7245,  // Coda
        0x0BD0_0BD0,  // Lustre
        0x786F_4256,  // VirtualBox's shared folders
        0xBACB_ACBC,  // VMware's
    ]

    /// Whether the file system that holds a path, or will, is another machine's or a program's.
    package static func holds(_ path: String) -> Bool {
        var type: UInt32 = 0
        var path = path
        // The file, and the directories above it, need not be there yet.
        while ferry_file_system_type(path, &type) != 0 {
            guard errno == ENOENT, path != "/", let slash = path.lastIndex(of: "/") else {
                return false
            }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return types.contains(type)
    }
}
