import Files
import Jobs
import Words

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
        let inherited = groupBits(of: waiting.map(\.task.target), setter)
        let results = setter.setModes(
            waiting.map { ($0.task.target, $0.mode | inherited[$0.task.target, default: 0]) },
            root: waiting.first?.task.root)
        for one in waiting {
            switch results[one.task.target] {
            case .success: continue
            case .failure(let error) where error.kind == .unsupported: continue
            case .failure(let error):
                tell(.note(one.task.id, tr("Its permissions could not be set. \(error.message)")))
            case nil:
                let error = FileSystemError.unanswered(one.task.target)
                tell(.note(one.task.id, tr("Its permissions could not be set. \(error.message)")))
            }
        }
    }
}

extension DirectoryModeSetter {
    /// The set-group-ID bits that directories have got from those they lie in: files in them belong to
    /// these ones' groups, which a change of mode would end. Asked for in one go; where that tells no
    /// modes, there are none to keep.
    private func groupBits(
        of directories: [Path], _ setter: any SettingModes
    ) -> [Path: UInt16] {
        guard setter.makesWithModes, let entries = try? files.details(of: directories) else {
            return [:]
        }
        var bits: [Path: UInt16] = [:]
        for (index, directory) in directories.enumerated() where entries.indices.contains(index) {
            bits[directory] = entries[index]?.mode.map { $0 & 0o2000 }
        }
        return bits
    }
}

extension DirectoryTask {
    /// Whether the directory gets its source's time: on a server a further request, which only
    /// `--preserve` asks for.
    func isTimed(on site: Site) -> Bool {
        modified != nil && (site.isLocal || modes == .preserve)
    }
}
