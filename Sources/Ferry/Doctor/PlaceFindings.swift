import Disk
import Files
import Glibc
import Settings
import Words

/// Whether the directories that Ferry writes to can be written, and have space.
enum PlaceFindings {
    static func all(_ paths: SettingsPaths) -> [Finding] {
        return [
            directory("settings", paths.configuration),
            directory("state", paths.state), space(paths.state),
            directory("temporary", EnvironmentVariable.named("TMPDIR") ?? "/tmp"),
            runtime(EnvironmentVariable.named("XDG_RUNTIME_DIR")),
        ].compactMap { $0 }
    }

    /// One that does not exist is made when it is needed, so that what is above it counts.
    private static func existing(_ path: String) -> String {
        var path = path
        while path.count > 1, access(path, F_OK) != 0, let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }

    private static func directory(_ name: String, _ path: String) -> Finding {
        let place = existing(path)
        var status = stat()
        guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return Finding(
                .files, name, .problem(tr("Rename the file, or set another directory.")),
                tr("\(place) is a file, but Ferry needs a directory there."))
        }
        guard access(place, W_OK | X_OK) == 0 else {
            let isReadOnly = errno == EROFS
            let isOwn = status.st_uid == getuid()
            let advice =
                isReadOnly
                ? tr("Set XDG_CONFIG_HOME or XDG_STATE_HOME to a directory that can be written.")
                : isOwn
                    ? tr("Give yourself the right to write: chmod u+rwx \(quoted(place))")
                    : tr("Its owner must give you the right to write, or set another directory.")
            return Finding(
                .files, name, .problem(advice),
                isReadOnly
                    ? tr("\(place) is on a file system that is read-only.")
                    : tr("You may not write to \(place)."))
        }
        if place == path, status.st_uid == getuid(), status.st_mode & 0o022 != 0,
            status.st_mode & S_ISVTX == 0
        {
            return Finding(
                .files, name, .hint("chmod go-w \(quoted(path))"),
                tr("Others can write to \(path)."))
        }
        return Finding(.files, name, .ok, place == path ? path : tr("\(path) (made when needed)"))
    }

    /// As a shell takes it for one word.
    private static func quoted(_ path: String) -> String {
        "'\(path.replacing("'", with: "'\\''"))'"
    }

    private static func space(_ path: String) -> Finding? {
        let place = existing(path)
        guard let space = try? FileSpace.at(Path(place)) else { return nil }
        let free = space.free >> 20
        return free >= 64
            ? Finding(.files, "space", .ok, tr("\(free) MiB free for the queue"))
            : Finding(
                .files, "space", .problem(tr("Delete something, or set XDG_STATE_HOME.")),
                tr("Only \(free) MiB are free at \(place), where the queue is kept."))
    }

    private static func runtime(_ path: String?) -> Finding {
        guard let path else {
            return Finding(
                .files, "sockets", .ok,
                tr("XDG_RUNTIME_DIR is not set; sockets are beside the queue"))
        }
        guard access(path, W_OK | X_OK) == 0 else {
            return Finding(
                .files, "sockets", .hint(tr("Unset XDG_RUNTIME_DIR, or log in again.")),
                tr("\(path) cannot be written; sockets are beside the queue."))
        }
        return Finding(.files, "sockets", .ok, path)
    }
}
