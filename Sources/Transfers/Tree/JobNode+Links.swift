import Files
import Jobs

// Where links on the way down lead.
extension JobNode {
    /// The directories above and the job itself, as far as their sources are links that are
    /// followed.
    private var followed: [JobNode] {
        ([self] + ancestors).filter { $0.job.kind == .directory && $0.job.link != nil }
    }

    /// Where the source lies once the links on the way are taken by their words; nil where one of
    /// them is not known.
    private var resolvedSource: Path? {
        let path = job.source.path
        guard job.kind == .directory, let text = job.link else {
            guard let parent, let name = path.name else { return path }
            return parent.resolvedSource?.appending(name)
        }
        if text.first == 0x2F { return Path(text) }
        let directory = parent.map(\.resolvedSource) ?? path.parent
        guard !text.isEmpty, let directory else { return nil }
        return Path(directory.bytes + [0x2F] + text)
    }

    /// Whether a directory on the way down, or what is being written, is come upon again through a
    /// link, by the links' words. A server's may not tell: of those only so many are followed.
    var isLoop: Bool {
        let followed = followed
        guard !followed.isEmpty else { return false }
        if !job.source.site.isLocal, followed.count > TreeLimits.links { return true }
        guard let own = resolvedSource else { return false }
        if let moved = movedDirectory, own.isInside(moved) { return true }
        if job.source.site == job.target?.site,
            ancestors.contains(where: { $0.job.target?.path == own }) || job.target?.path == own
        {
            return true
        }
        return ancestors.contains { $0.resolvedSource == own }
    }

    /// Below a link that was followed, the directory that is moved as a whole, if one is.
    var movedDirectory: Path? {
        let top = top
        guard !followed.isEmpty, top.job.operation == .move, top.job.link == nil else { return nil }
        return top.job.source.path
    }

    /// Below a link that was followed, the directories above and those that are written, on this
    /// machine, where each can be told from any other.
    var directoriesAbove: [Path] {
        guard job.source.site.isLocal, !followed.isEmpty else { return [] }
        let written =
            job.target?.site.isLocal == true
            ? ([self] + ancestors).compactMap(\.job.target?.path) : []
        return ancestors.map(\.job.source.path) + written
    }
}
