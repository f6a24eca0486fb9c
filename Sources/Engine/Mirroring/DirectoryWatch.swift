import Disk
package import Files
import Glibc
import Synchronization
import Words

/// Watches a directory of this machine for whoever keeps a copy of it up to date. Used in one thread at a
/// time; another may interrupt it.
package final class DirectoryWatch: Sendable {
    /// Why the waiting ended.
    package enum Event: Sendable {
        /// Something has changed, or may have.
        case changed
        /// Another directory has come into its place: it is to be watched anew.
        case replaced
        case timedOut
        case interrupted
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

    /// Seconds in which nothing more may change before it is told, and after which it is told all the
    /// same.
    private static let settled = 0.5
    private static let longest = 10.0
    /// Seconds after which it is checked whether the directory is still the same.
    private static let check = 60.0

    private let source: Path
    private let watch: Mutex<TreeWatch>
    private let identity: Identity
    private let interruption: TreeWatch.Interruption

    /// Watches from now on; not what is left out by `excludes`, which is told a path and whether it is a
    /// directory. Throws where there is no such directory, or it may not be watched.
    package init(
        of source: Path, excludes: @escaping @Sendable (Path, Bool) -> Bool
    ) throws(FileSystemError) {
        self.source = source
        do throws(DiskError) {
            let tree = try TreeWatch(of: source, excludes: excludes)
            guard let identity = Identity(source) else { throw DiskError(.look, ENOENT) }
            (interruption, self.identity) = (tree.interruption, identity)
            watch = Mutex(tree)
        } catch {
            throw DirectoryWatch.failure(source, error)
        }
    }

    /// Waits until something has changed since the last time, or `pause` seconds are over; nil waits for
    /// ever. Throws where the directory is gone.
    package func wait(atMost pause: Double?) throws(FileSystemError) -> Event {
        let start = Instant.now()
        while true {
            let left = pause.map { max(0, $0 - Instant.now().seconds(since: start)) }
            let event = try next(within: min(left ?? DirectoryWatch.check, DirectoryWatch.check))
            if event == .interrupted { return .interrupted }
            // Another may come into its place.
            if event == .gone { usleep(UInt32(DirectoryWatch.settled * 1e6)) }
            guard let now = Identity(source) else { throw DirectoryWatch.gone(source) }
            if now != identity || event == .gone { return .replaced }
            if event == .changed { return .changed }
            if let left, left <= DirectoryWatch.check { return .timedOut }
        }
    }

    /// Ends the waiting, from any thread, and for good.
    package func interrupt() { interruption.interrupt() }

    private func next(within seconds: Double) throws(FileSystemError) -> TreeWatch.Event {
        do throws(DiskError) {
            return try watch.withLock { tree throws(DiskError) in
                try tree.wait(
                    settled: DirectoryWatch.settled, longest: DirectoryWatch.longest,
                    timeout: seconds)
            }
        } catch {
            throw DirectoryWatch.failure(source, error)
        }
    }

    private static func gone(_ source: Path) -> FileSystemError {
        FileSystemError(
            .notFound, path: source,
            detail: tr("\(source.text) is gone, so there is nothing left to watch."))
    }

    private static func failure(_ source: Path, _ error: DiskError) -> FileSystemError {
        if error.code == ENOENT { return gone(source) }
        let advice: String? =
            switch error.code {
            case ENOSPC:
                tr("Raise fs.inotify.max_user_watches with sysctl, or watch a smaller directory.")
            case EMFILE: tr("Raise fs.inotify.max_user_instances with sysctl.")
            default: nil
            }
        let failure = tr("\(source.text) could not be watched (\(error.words)).")
        return FileSystemError(
            .other, path: source,
            detail: [failure, advice].compactMap(\.self).joined(separator: " "))
    }
}
