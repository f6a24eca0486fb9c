package import Files
import Glibc

/// A new file on this machine that takes a body; never written over another, never through a link.
package final class KeptBody {
    /// Names that are tried where the first ones are taken.
    private static let tries = 1_000

    package let path: Path
    /// Bytes written.
    package private(set) var size: UInt64 = 0
    private var descriptor: CInt

    /// Makes the file; where there is one of this name, numbered like `a (2).png`, or, unless it
    /// `isNumbered`, not at all.
    package init(
        named name: Name, in directory: Path, isNumbered: Bool = true
    ) throws(FileSystemError) {
        var number = 1
        while true {
            guard let numbered = KeptBody.numbered(name, number) else {
                throw FileSystemError(
                    .badName, path: directory, detail: "\(name) is no name for a file.")
            }
            let path = directory.appending(numbered)
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let opened = KeptBody.withCString(path) { open($0, flags, 0o666) }
            if opened >= 0 {
                self.path = path
                descriptor = opened
                return
            }
            let code = errno
            if code == EEXIST, !isNumbered {
                throw FileSystemError(
                    .exists, path: path, detail: "\(path) exists already; choose another name.")
            }
            guard code == EEXIST, number < KeptBody.tries else {
                throw FileSystemError(
                    code == ENOSPC ? .full : .other, path: path,
                    detail: "\(path) was not made: \(String(cString: strerror(code))).")
            }
            number += 1
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(errno) }
            done += count
            size += UInt64(count)
        }
    }

    /// All is written.
    package func finish() throws(FileSystemError) {
        let result = close(descriptor)
        let code = errno
        descriptor = -1
        if result != 0 { throw failure(code) }
    }

    /// Takes it away again.
    package func discard() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        _ = KeptBody.withCString(path) { unlink($0) }
    }

    private func failure(_ code: CInt) -> FileSystemError {
        FileSystemError(
            code == ENOSPC || code == EDQUOT ? .full : .other, path: path,
            detail: "\(path) was not written: \(String(cString: strerror(code))).")
    }

    /// `a.png`, `a (2).png`, …
    private static func numbered(_ name: Name, _ number: Int) -> Name? {
        guard number > 1 else { return name }
        let dot = name.bytes.lastIndex(of: 0x2E).flatMap { $0 > 0 ? $0 : nil } ?? name.bytes.count
        return Name(name.bytes[..<dot] + Array(" (\(number))".utf8) + name.bytes[dot...])
    }

    private static func withCString<Value>(
        _ path: Path, _ body: (UnsafePointer<CChar>) -> Value
    ) -> Value {
        (path.bytes + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { pointer in
                // The buffer ends with a NUL, so it is never empty.
                pointer.baseAddress.map(body) ?? body("")
            }
        }
    }
}
