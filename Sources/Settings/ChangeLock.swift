import Glibc
import Words

/// Lets one process at a time read a settings file, change it and write it again: of two at once the
/// later one would undo what the earlier has done.
enum ChangeLock {
    /// Seconds to wait for another: a change takes less than one.
    private static let patience = 20.0
    private static let pause: CInt = 10

    /// Runs `body` under a lock of the file's directory. File systems without locks do without.
    static func hold<Result>(
        _ path: String, _ body: () throws(SettingsError) -> Result
    ) throws(SettingsError) -> Result {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // What is wrong with it shows in reading or writing.
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        var waited = 0.0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { break }
            guard waited < patience else {
                throw SettingsError(
                    file: path, tr("Another process is changing the file; try again later."))
            }
            poll(nil, 0, pause)
            waited += Double(pause) / 1_000
        }
        return try body()
    }
}
