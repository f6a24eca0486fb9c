package import Files
package import Glibc

extension stat {
    package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
    package var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
    package var isLink: Bool { st_mode & S_IFMT == S_IFLNK }

    /// Bytes.
    package var size: UInt64 { UInt64(clamping: st_size) }

    /// Which file it is, and in which state.
    package var fingerprint: FileFingerprint {
        FileFingerprint(
            size: size, modified: Timestamp(seconds: Int64(st_mtim.tv_sec)),
            node: FileFingerprint.Node(
                device: UInt64(st_dev), inode: UInt64(st_ino),
                nanoseconds: Int64(st_mtim.tv_nsec)))
    }
}

extension Name {
    /// Runs `body` with the name as C wants it.
    package func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        bytes.withCString(body)
    }
}

extension [UInt8] {
    /// Runs `body` with the bytes and the NUL that C wants behind them.
    package func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        var terminated = self.map { CChar(bitPattern: $0) }
        terminated.append(0)
        return terminated.withUnsafeBufferPointer { buffer in
            // The buffer ends with a NUL, so it is never empty.
            buffer.baseAddress.map(body) ?? body("")
        }
    }
}
