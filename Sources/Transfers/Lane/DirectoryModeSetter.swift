import Files
import Jobs

/// The permissions of directories that are made: enough for what goes into them, and no more for anybody
/// else than in the end; then their own.
struct DirectoryModeSetter: LanePart {
    let ends: LaneEnds
    private let files: any FileSystem

    init(ends: LaneEnds, target: any FileSystem) {
        self.ends = ends
        files = target
    }

    /// Nil where the target decides.
    private func modes(of task: DirectoryTask) -> DirectoryModes? {
        guard let setter = files as? any SettingModes, setter.setsModes,
            // Servers that have no modes list entries without any right.
            source.site.isLocal || task.mode.map({ $0 & 0o777 != 0 }) ?? false
        else { return nil }
        return task.modes.modes(ofDirectory: task.mode, mask: ProcessMask.value)
    }

    /// Those that a directory is made with.
    func first(of task: DirectoryTask) -> UInt16? { modes(of: task)?.first }

    /// What nearly all servers' umask leaves a new directory, and what they give one by themselves.
    private static let usual: UInt16 = 0o755

    /// Those that one which was made still needs in the end; nil where it has them already, as far as
    /// it costs nothing to know.
    func final(ofNew task: DirectoryTask) -> UInt16? {
        guard let modes = modes(of: task) else { return nil }
        let isMade = (files as? any SettingModes)?.makesWithModes ?? false
        let isGiven =
            files.site.isLocal || modes.final == DirectoryModeSetter.usual
            || isMade && modes.final & ~DirectoryModeSetter.usual == 0
        return isGiven && modes.final == modes.first ? nil : modes.final
    }

    /// The same of one that is there: only where it still has what this very job, or an earlier run of
    /// it, has made it with.
    func final(ofPresent task: DirectoryTask) throws(FileSystemError) -> UInt16? {
        guard task.goesOn, let modes = modes(of: task), modes.final != modes.first,
            let entry = try files.entry(at: task.target), entry.kind == .directory,
            entry.mode == modes.first
        else { return nil }
        return modes.final
    }

    /// Gives directories in which everything is done what they have in the end.
    func finish(_ tasks: [DirectoryTask]) {
        guard let setter = files as? any SettingModes else { return }
        let waiting = tasks.compactMap { task in task.finalMode.map { (task: task, mode: $0) } }
        guard !waiting.isEmpty else { return }
        let results = setter.setModes(
            waiting.map { ($0.task.target, keepingGroup($0.mode, of: $0.task.target)) },
            root: waiting.first?.task.root)
        for one in waiting {
            switch results[one.task.target] {
            case .success: continue
            case .failure(let error) where error.kind == .unsupported: continue
            case .failure(let error):
                tell(.note(one.task.id, "Its permissions could not be set: \(error.message)"))
            case nil:
                let error = FileSystemError.unanswered(one.task.target)
                tell(.note(one.task.id, "Its permissions could not be set: \(error.message)"))
            }
        }
    }
}

extension DirectoryModeSetter {
    /// With the set-group-ID bit that a directory has got from the one it lies in: files in it belong to
    /// that one's group, which a change of mode would end.
    private func keepingGroup(_ mode: UInt16, of directory: Path) -> UInt16 {
        let found = ((try? files.entry(at: directory)) ?? nil)?.mode ?? 0
        return mode | (found & 0o2000)
    }
}

extension DirectoryTask {
    /// Whether the directory gets its source's time: on a server a further request, which only
    /// `--preserve` asks for.
    func isTimed(on site: Site) -> Bool {
        modified != nil && (site.isLocal || modes == .preserve)
    }
}
