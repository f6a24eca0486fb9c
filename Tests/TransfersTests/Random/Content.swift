import Glibc
import Support

/// The bytes of a file, compared as a whole: byte by byte takes most of a run's time.
struct Content: Hashable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func == (one: Content, other: Content) -> Bool {
        one.bytes.withUnsafeBytes { one in
            other.bytes.withUnsafeBytes { other in
                guard one.count == other.count else { return false }
                guard let left = one.baseAddress, let right = other.baseAddress else { return true }
                return left == right || memcmp(left, right, one.count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes.count)
        bytes.withUnsafeBytes { hasher.combine(bytes: .init(rebasing: $0.prefix(64))) }
    }
}

extension MemoryVolume {
    /// Nil where no file is there.
    func content(_ path: String) -> Content? { bytes(path).map { Content($0) } }
}
