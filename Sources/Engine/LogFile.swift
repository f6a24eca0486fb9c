import CLinux
import Files
import Glibc
import UI

/// The log as a text file, for a report or a closer look.
enum LogFile {
    /// Never over an existing file; the sentence for the status bar comes back.
    static func write(_ exchanges: [Exchange], to path: Path) -> Message {
        var text = ""
        for exchange in exchanges {
            text += exchange.line(localOffset: WallClock.localOffset) + "\n"
        }
        let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
        let descriptor = ferry_openat(AT_FDCWD, name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { return failure(path) }
        defer { Glibc.close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return failure(path) }
            rest = rest.dropFirst(count)
        }
        return .notice("\(exchanges.count) lines of the log are in \(path.text).", isError: false)
    }

    private static func failure(_ path: Path) -> Message {
        let reason = String(cString: strerror(errno))
        return .notice("The log was not saved to \(path.text): \(reason).", isError: true)
    }
}
