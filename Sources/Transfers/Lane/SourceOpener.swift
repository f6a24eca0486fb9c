import Files
import Jobs
import Words

/// Opens what is to be copied, where the copy begins: at its start, or where an earlier try ended.
struct SourceOpener: LanePart {
    let ends: LaneEnds

    /// The source, ready to give the bytes from the offset on: where something is continued, that
    /// its end is the same has been seen. Also the part that is gone on with.
    func open(
        _ plan: FilePlan, to target: any FileSystem
    ) throws(FileSystemError) -> (any FileSource, UInt64, StoredPart?) {
        let task = plan.task
        let length: UInt64?
        var begun: StoredPart?
        switch plan.start {
        case .anew where isLeftToServers(plan, to: target):
            return (UnopenedSource(task.source, size: task.size, on: source), 0, nil)
        case .anew:
            return (try source.open(task.source, from: 0), 0, nil)
        case .existing(let bytes):
            length = bytes
        case .part(let part), .whole(let part):
            let size = try target.size(of: part.part, root: task.root)
            (begun, length) = (part, size.map(part.length))
            begun?.keepExtents(within: size ?? 0)
        }
        // A server that sends files whole, and one whose part is gone or too long: from the start.
        guard let length, length > 0, length <= task.size ?? length,
            target.capabilities.contains(.resumeUpload)
        else { return try startAgain(begun, plan, target) }
        let overlap = try Overlap(
            begun, or: task.target, root: task.root, size: length, in: target)
        let input: any FileSource
        do throws(FileSystemError) {
            input = try source.open(task.source, from: overlap.start, version: begun?.version)
        } catch {
            switch error.kind {
            case .changed:
                tell(.note(task.id, tr("The source has changed; starting again.")))
            case .unsupported:
                tell(.note(task.id, tr("The server cannot resume files; starting again.")))
            default: throw error
            }
            return try startAgain(begun, plan, target)
        }
        do throws(FileSystemError) {
            if try overlap.matches(input) {
                tell(
                    .note(
                        task.id,
                        tr("Resumed at \(ByteCount.text(length)) after comparing what was there.")))
                guard takingStraight(plan, to: target) != nil else { return (input, length, begun) }
                input.cancel()
                let unopened = UnopenedSource(
                    task.source, size: task.size, from: length, version: begun?.version, on: source)
                return (unopened, length, begun)
            }
        } catch {
            input.cancel()
            throw error
        }
        input.cancel()
        tell(
            .note(
                task.id,
                tr(
                    "The \(ByteCount.text(length)) already copied differ from the source; starting "
                        + "again.")))
        return try startAgain(begun, plan, target)
    }

    /// The source from its start on; what was begun is thrown away.
    func startAgain(
        _ begun: StoredPart?, _ plan: FilePlan, _ target: any FileSystem
    ) throws(FileSystemError) -> (any FileSource, UInt64, StoredPart?) {
        let task = plan.task
        if let begun {
            // What was begun in the file itself may be somebody else's file by now.
            if begun.part.isInPlace, task.policy != .overwrite,
                try target.entry(at: task.target) != nil
            {
                try task.parts.forget([begun])
                throw FileSystemError(
                    .exists, path: task.target,
                    detail: tr(
                        "\(task.target) is no longer what Ferry wrote there; choose what to "
                            + "do."))
            }
            PartRecovery(ends: ends).throwAway(begun, task, target)
        }
        if takingStraight(plan, to: target) != nil {
            return (UnopenedSource(task.source, size: task.size, on: source), 0, nil)
        }
        return (try source.open(task.source, from: 0), 0, nil)
    }
}
