import Disk
import Files
import Glibc

/// Mirrors again and again, whenever something may have changed.
struct MirrorWatch {
    /// Seconds in which nothing more may change before it is copied, and after which it is copied all the
    /// same.
    private static let settled = 0.5
    private static let longest = 10.0
    /// Seconds between two looks at a source that does not tell of its changes.
    private static let pause = 30.0
    /// Seconds after which a failed run is tried again: the first time, and at most.
    private static let (soon, late) = (2.0, 60.0)

    /// The directory of this machine that is watched; nil for a source elsewhere.
    let source: Path?

    /// Returns never, but throws wrong usage of the first time, and where the source is gone.
    func run(_ mirror: () throws -> Void) throws {
        let watch = try begin()
        var said: [String] = []
        var delay = MirrorWatch.soon
        var isFirst = true
        while true {
            let failures = try Failure.caught {
                do {
                    try mirror()
                } catch let error as FileSystemError {
                    throw Failure(error)
                }
            }
            if isFirst, let wrong = failures.first(where: { $0.code == 2 }) { throw wrong }
            let lines = failures.flatMap(\.lines)
            // What is still wrong was said.
            for line in lines where !said.contains(line) { StandardError.say(line) }
            if isFirst { StandardError.say("ferry: Watching for changes. Press Ctrl-C to stop.") }
            isFirst = false
            said = lines
            let pause = failures.isEmpty ? (source == nil ? MirrorWatch.pause : nil) : delay
            delay = failures.isEmpty ? MirrorWatch.soon : min(delay * 2, MirrorWatch.late)
            try wait(watch, pause)
        }
    }

    private func begin() throws -> TreeWatch? {
        guard let source else { return nil }
        do throws(DiskError) {
            return try TreeWatch(of: source)
        } catch {
            throw MirrorWatch.failure(source, error)
        }
    }

    private func wait(_ watch: TreeWatch?, _ pause: Double?) throws {
        guard let source, let watch else {
            sleep(UInt32(pause ?? MirrorWatch.pause))
            return
        }
        let event: TreeWatch.Event
        do throws(DiskError) {
            event = try watch.wait(
                settled: MirrorWatch.settled, longest: MirrorWatch.longest, timeout: pause)
        } catch {
            throw MirrorWatch.failure(source, error)
        }
        if event == .gone {
            throw Failure(["\(source.text) is gone, so there is nothing left to watch."])
        }
    }

    private static func failure(_ source: Path, _ error: DiskError) -> Failure {
        let how =
            error.code == ENOSPC
            ? " Raise fs.inotify.max_user_watches with sysctl, or watch a smaller directory." : ""
        return Failure(["\(source.text) could not be watched (\(error.words)).\(how)"])
    }
}
