import Engine
import Files
import Glibc
import Words

/// Mirrors again and again, whenever something may have changed.
struct MirrorWatch {
    /// Seconds between two looks at a source that does not tell of its changes.
    private static let pause = 30.0
    /// Seconds after which a failed run is tried again: the first time, and at most.
    private static let (soon, late) = (2.0, 60.0)

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
            if isFirst {
                StandardError.say(
                    Failure.prefix + tr("Watching for changes. Press Ctrl-C to stop."))
            }
            isFirst = false
            said = Set(lines)
            let isBlind = source == nil || isIncomplete
            let pause = failures.isEmpty ? (isBlind ? MirrorWatch.pause : nil) : delay
            delay = failures.isEmpty ? MirrorWatch.soon : min(delay * 2, MirrorWatch.late)
            try wait(&watch, pause)
        }
    }

    private func begin() throws -> DirectoryWatch? {
        guard let source else { return nil }
        do throws(FileSystemError) {
            return try DirectoryWatch(of: source) { [excluded] path, _ in excluded.contains(path) }
        } catch {
            throw Failure(error)
        }
    }

    private func wait(_ watch: inout DirectoryWatch?, _ pause: Double?) throws {
        guard let current = watch else {
            sleep(UInt32(pause ?? MirrorWatch.pause))
            return
        }
        let event: DirectoryWatch.Event
        do throws(FileSystemError) {
            event = try current.wait(atMost: pause)
        } catch {
            throw Failure(error)
        }
        if event == .replaced { watch = try begin() }
    }
}
