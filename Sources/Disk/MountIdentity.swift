import CLinux
package import Files
import Glibc

/// Which mount a directory is on: only within one can a file get another name in one step.
package struct MountIdentity: Hashable, Sendable {
    private let device: UInt64
    /// The kernel's number of the mount, since one device may be mounted twice; nil where it is not told.
    private let mount: String?

    /// For tests of places that are not there.
    package init(device: UInt64) {
        self.device = device
        mount = nil
    }

    /// That of what `path` leads to. It need not be readable.
    package init(of path: Path) throws(DiskError) {
        // O_PATH, which Swift's Glibc hides.
        let number = try Call.retrying(.open) {
            path.bytes.withCString { ferry_openat(AT_FDCWD, $0, 0o10_000_000, 0) }
        }
        let descriptor = Descriptor(number)
        device = UInt64(try descriptor.status().st_dev)
        mount = MountIdentity.mount(of: descriptor)
    }

    private static func mount(of descriptor: Descriptor) -> String? {
        let number = ferry_openat(
            AT_FDCWD, "/proc/self/fdinfo/\(descriptor.number)", O_RDONLY, 0)
        guard number >= 0 else { return nil }
        let file = Descriptor(number)
        var block = [UInt8](repeating: 0, count: 1 << 10)
        let count = Glibc.read(file.number, &block, block.count)
        guard count > 0 else { return nil }
        return String(decoding: block[..<count], as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("mnt_id:") }.map(String.init)
    }
}
