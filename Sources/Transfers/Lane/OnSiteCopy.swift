import Files
import Jobs

extension LanePart {
    /// The target, where its server may copy the plan's whole file by itself, so that no end of it is
    /// opened here before that was tried.
    func copyingOnSite(
        _ plan: FilePlan, to target: any FileSystem
    ) -> (any CopyingOnSite)? {
        guard case .anew = plan.start, !plan.isThroughLink, plan.task.kind == .file,
            // A part of its own is made, or the file is put aside before.
            plan.task.aside == nil,
            target.site == source.site, !target.site.isLocal,
            // What is listed as empty is asked for all the same: it may not be.
            let size = plan.task.size, size > 0, let files = target as? any CopyingOnSite,
            files.copiesOnSite, size >= files.leastOnSite
        else { return nil }
        return files
    }

    /// Whether servers are to move the plan's bytes, so that no end of it is opened here before that was
    /// tried.
    func isLeftToServers(_ plan: FilePlan, to target: any FileSystem) -> Bool {
        copyingOnSite(plan, to: target) != nil || takingStraight(plan, to: target) != nil
    }
}

/// A part that its server fills whole by itself, or that is opened here where it does not.
final class OnSiteSink: UnopenedSink, FillingFromSite {
    private let files: any CopyingOnSite
    private let creation: Creation

    /// `part` is what it will be, unless the place wants another.
    init(_ part: Part, _ creation: Creation, onSite files: any CopyingOnSite) {
        self.files = files
        self.creation = creation
        super.init(part, creation, on: files)
    }

    func fill(
        from file: Path, _ fingerprint: FileFingerprint
    ) throws(FileSystemError) -> UInt64? {
        guard let expected = unopened else { return nil }
        if let size = fingerprint.size,
            let part = try files.copyOnSite(
                file, size: size, to: expected.file, as: expected.id, creation)
        {
            fill(part)
            return size
        }
        try opened()
        return nil
    }
}
