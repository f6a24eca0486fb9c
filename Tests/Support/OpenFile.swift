import Glibc
import Testing

/// Descriptors of this process.
public enum OpenFile {
    /// A second descriptor for what this process has open at `path`, as a child has it that was
    /// just forked; to be closed.
    public static func copy(of path: String) throws -> CInt {
        let number = (0..<4_096).first { number in
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink("/proc/self/fd/\(number)", &bytes, bytes.count)
            return length > 0
                && bytes[..<length].lazy.map { UInt8(bitPattern: $0) }.elementsEqual(path.utf8)
        }
        return dup(try #require(number.map { CInt($0) }))
    }
}
