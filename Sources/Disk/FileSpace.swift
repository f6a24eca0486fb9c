package import Files
import Glibc

/// Room on a file system.
package enum FileSpace {
    /// Bytes that the user may still write below `directory`, and those of the whole.
    package static func at(_ directory: Path) throws(DiskError) -> (free: UInt64, total: UInt64) {
        var status = statvfs()
        _ = try Call.retrying(.look) {
            directory.bytes.withCString { statvfs($0, &status) }
        }
        let unit = UInt64(status.f_frsize)
        func bytes(_ blocks: UInt64) -> UInt64 {
            let (bytes, overflow) = blocks.multipliedReportingOverflow(by: unit)
            return overflow ? .max : bytes
        }
        return (bytes(UInt64(status.f_bavail)), bytes(UInt64(status.f_blocks)))
    }
}
