import CLinux
import Files
import Glibc

/// The first line of a file, or of stdin, as a password.
enum PasswordFile {
    /// Longer is no password.
    static let limit = 4_096

    static func read(_ path: String) throws -> Secret {
        let shown = path == "-" ? "stdin" : VisibleText.make(path)
        let descriptor = path == "-" ? STDIN_FILENO : ferry_openat(AT_FDCWD, path, O_RDONLY, 0)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure.usage("The password file \(shown) cannot be read: \(reason).")
        }
        defer { if path != "-" { Glibc.close(descriptor) } }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while Glibc.read(descriptor, &byte, 1) == 1, byte != 0x0A, line.count < limit {
            line.append(byte)
        }
        if line.last == 0x0D { line.removeLast() }
        guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Failure.usage("The first line of \(shown) holds control characters.")
        }
        return Secret(String(decoding: line, as: UTF8.self))
    }
}
