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

    /// Seconds after which it is checked whether a directory is still the one that is watched.
    private static let check = 60.0

    /// The directory of this machine that is watched; nil for a source elsewhere.
    let source: Path?
    /// Where Ferry itself writes at each run.
    let excluded: Set<Path>
    /// Whether something of the source lies where nobody watches.
    let isIncomplete: Bool

    /// Never returns; throws wrong usage of the first time, and why it cannot go on.
    func run(_ mirror: () throws -> Void) throws {
        var watch = try begin()
        var said: Set<String> = []
        var delay = MirrorWatch.soon
        var isFirst = true
        while true {
            var unheard: OutputFailure?
            let failures = try Failure.caught {
                do {
                    try mirror()
                } catch let error as FileSystemError {
                    throw Failure(error)
                } catch let failure as OutputFailure {
                    // Nobody reads any more what happens.
                    unheard = failure
                }
            }
            if let unheard { throw unheard }
            if isFirst, let wrong = failures.first(where: { $0.code == 2 }) { throw wrong }
            let lines = failures.flatMap(\.lines)
            // What is still wrong was said.
            for line in lines where !said.contains(line) { StandardError.say(line) }
            if isFirst { StandardError.say("ferry: Watching for changes. Press Ctrl-C to stop.") }
            isFirst = false
            said = Set(lines)
            let isBlind = source == nil || isIncomplete
            let pause = failures.isEmpty ? (isBlind ? MirrorWatch.pause : nil) : delay
            delay = failures.isEmpty ? MirrorWatch.soon : min(delay * 2, MirrorWatch.late)
            try wait(&watch, pause)
        }
    }

    /// A directory that is watched, and which one it is.
    private struct Watched {
        let watch: TreeWatch
        let identity: Identity
    }

    private struct Identity: Equatable {
        let device: UInt
        let file: UInt

        /// Nil where there is no directory.
        init?(_ path: Path) {
            var status = stat()
            guard path.bytes.withCString({ stat($0, &status) }) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            else { return nil }
            (device, file) = (status.st_dev, status.st_ino)
        }
    }

    private func begin() throws -> Watched? {
        guard let source else { return nil }
        do throws(DiskError) {
            let watch = try TreeWatch(of: source, excluding: excluded)
            guard let identity = Identity(source) else { throw DiskError(.look, ENOENT) }
            return Watched(watch: watch, identity: identity)
        } catch {
            throw MirrorWatch.failure(source, error)
        }
    }

    private func wait(_ watched: inout Watched?, _ pause: Double?) throws {
        guard let source, let current = watched else {
            sleep(UInt32(pause ?? MirrorWatch.pause))
            return
        }
        let start = Instant.now()
        while true {
            let left = pause.map { max(0, $0 - Instant.now().seconds(since: start)) }
            let event: TreeWatch.Event
            do throws(DiskError) {
                event = try current.watch.wait(
                    settled: MirrorWatch.settled, longest: MirrorWatch.longest,
                    timeout: min(left ?? MirrorWatch.check, MirrorWatch.check))
            } catch {
                throw MirrorWatch.failure(source, error)
            }
            // Another may have come into its place.
            if event == .gone { usleep(UInt32(MirrorWatch.settled * 1e6)) }
            guard let identity = Identity(source) else {
                throw Failure(["\(source.text) is gone, so there is nothing left to watch."])
            }
            if identity != current.identity || event == .gone {
                watched = try begin()
                return
            }
            if event == .changed || left.map({ $0 <= MirrorWatch.check }) == true { return }
        }
    }

    private static func failure(_ source: Path, _ error: DiskError) -> Failure {
        let how =
            error.code == ENOSPC
            ? " Raise fs.inotify.max_user_watches with sysctl, or watch a smaller directory." : ""
        return Failure(["\(source.text) could not be watched (\(error.words)).\(how)"])
    }
}
