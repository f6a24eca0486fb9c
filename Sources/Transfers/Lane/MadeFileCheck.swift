import Files
import Glibc
import Jobs

/// Whether what has a file's name is what was made of its source, and not somebody else's file.
struct MadeFileCheck: LanePart {
    /// Seconds between two times that FAT can keep.
    private static let coarsestClock: Int64 = 2

    let ends: LaneEnds

    /// When this machine was started, in seconds since the epoch.
    private static var machineStart: Int64 {
        var (now, up) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME, &now)
        clock_gettime(CLOCK_BOOTTIME, &up)
        return Int64(now.tv_sec) - Int64(up.tv_sec)
    }

    /// By its size, and by the time that it was given; where it has none of that, as servers give files
    /// times of their own, by all of its bytes. On this machine a file that was given no time must have
    /// been written since the machine's start, else its bytes tell as well.
    func isMade(
        _ entry: Entry, _ made: MadeFile, of task: FileTask, in target: any FileSystem
    ) throws(FileSystemError) -> Bool {
        guard entry.kind == .file, entry.size == made.size else { return false }
        if let ours = made.modified, let theirs = try time(of: entry, task, target) {
            let distance = theirs.seconds.subtractingReportingOverflow(ours.seconds)
            guard !target.site.isLocal else {
                return !distance.overflow
                    && distance.partialValue.magnitude <= MadeFileCheck.coarsestClock
            }
            if theirs.seconds == ours.seconds { return true }
        }
        guard made.size > 0 else { return true }
        // What was written since this machine has started is ours, of that size and under that name; to
        // read the source again would be to carry it twice.
        if made.modified == nil, target.site.isLocal, let time = entry.modified,
            MadeFile.isExact(time), time.seconds >= MadeFileCheck.machineStart
        {
            return true
        }
        return try holdsSource(task, target)
    }

    /// The exact time of the file at the target; nil where that is not known.
    private func time(
        of entry: Entry, _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) -> Timestamp? {
        if let time = entry.modified, MadeFile.isExact(time) { return time }
        let details = try target.details(of: [task.target]).first ?? nil
        guard details?.size == entry.size || details?.size == nil else { return nil }
        return details?.modified.flatMap { MadeFile.isExact($0) ? $0 : nil }
    }

    /// Whether the target has the bytes of the source: not, as far as anybody can say, where one of them
    /// cannot be read.
    private func holdsSource(
        _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) -> Bool {
        do throws(FileSystemError) {
            return try RevisitCheck(ends: ends).fingerprint(ofSame: task, target) != nil
        } catch {
            guard !error.endsConnection, error.kind != .cancelled else { throw error }
            tell(.note(task.id, error.message))
            return false
        }
    }
}
