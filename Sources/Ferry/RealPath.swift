import Glibc

/// Paths as the system resolves them.
enum RealPath {
    /// Absolute, without any link, `.` or `..` in it (realpath(3)); nil, with errno, where the path
    /// leads nowhere.
    static func of(_ path: [UInt8]) -> [UInt8]? {
        guard let resolved = realpath(path.map { CChar(bitPattern: $0) } + [0], nil) else {
            return nil
        }
        defer { free(resolved) }
        return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map {
            UInt8(bitPattern: $0)
        }
    }
}
