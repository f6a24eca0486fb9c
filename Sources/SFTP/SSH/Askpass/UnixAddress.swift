import Glibc

/// Where a Unix socket is in the file system.
struct UnixAddress {
    private var storage = sockaddr_un()

    /// Nil for a path that is too long: 107 bytes are not.
    init?(_ path: String) {
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: storage.sun_path)
        guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else { return nil }
        storage.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &storage.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Runs `body` with the form that the socket calls want.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
