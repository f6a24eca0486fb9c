import Files
import Jobs
import Synchronization

// Whether there is room for a file before it is begun.
extension Lane {
    /// Bytes of a file from which on a server is asked: a round trip is nothing beside them.
    private static let worthAsking: UInt64 = 16 << 20

    /// What `task` ends with where its target has no room; nil where it has, or nobody knows. The
    /// old file stays until the new one is whole, so its bytes do not count as free.
    func lackOfRoom(_ task: FileTask, in target: any FileSystem) -> Outcome? {
        guard let size = task.size, task.kind == .file else { return nil }
        let there = task.control.progress.load(ordering: .relaxed)
        let needed = size > there ? size - there : 0
        guard needed > 0, target.site.isLocal || needed >= Lane.worthAsking,
            let files = target as? any TellingSpace,
            let space = try? files.space(at: task.target.parent), space.free < needed
        else { return nil }
        let place = target.site.isLocal ? "" : " on \(target.site.host)"
        return .noRoom(
            missing: needed - space.free,
            FileSystemError(
                .full, path: task.target,
                detail: "There is no room for \(task.target)\(place): it needs "
                    + "\(ByteCount.text(needed)), and \(ByteCount.text(space.free)) are free."))
    }
}
