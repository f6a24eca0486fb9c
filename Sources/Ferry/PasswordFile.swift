import CLinux
import Files
import Glibc
import Words

/// The first line of a file, or of stdin, as a password.
enum PasswordFile {
    /// Longer is no password.
    static let limit = 4_096

    static func read(_ path: ArgumentBytes) throws -> Secret {
        let shown = path.isStandard ? "stdin" : path.text
        let descriptor =
            path.isStandard ? STDIN_FILENO : ferry_openat(AT_FDCWD, path.cString, O_RDONLY, 0)
        guard descriptor >= 0 else {
            let reason = systemReason(errno)
            throw Failure.usage(tr("The password file \(shown) cannot be read (\(reason))."))
        }
        defer { if !path.isStandard { Glibc.close(descriptor) } }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let reason = systemReason(errno)
                throw Failure.usage(tr("The password file \(shown) cannot be read (\(reason))."))
            }
            guard count == 1, byte != 0x0A else { break }
            line.append(byte)
            guard line.count <= limit else {
                throw Failure.usage(
                    tr(
                        "The first line of \(shown) is longer than \(limit) bytes, too long for a "
                            + "password.")
                )
            }
        }
        if line.last == 0x0D { line.removeLast() }
        guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Failure.usage(tr("The first line of \(shown) contains control characters."))
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw Failure.usage(
                tr(
                    "The first line of \(shown) is not valid UTF-8; write the "
                        + "password in UTF-8."))
        }
        return Secret(text)
    }
}
