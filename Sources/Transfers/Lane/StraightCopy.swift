import Files
import Jobs
import Words
import Work

extension LanePart {
    /// The target, where the source's server may send it the plan's file straight. What has a limit
    /// comes through here: nobody slows two servers down.
    func takingStraight(
        _ plan: FilePlan, to target: any FileSystem
    ) -> (any TakingFromServers)? {
        guard ends.straight.isOpen, !plan.isThroughLink, plan.task.kind == .file,
            plan.task.aside == nil,
            plan.task.size ?? 0 > 0, target.site != source.site,
            // The file that a server makes for another is as open as it likes.
            plan.isForAll(in: target),
            !plan.task.throttles.contains(where: \.isLimited),
            let files = target as? any TakingFromServers, files.mayTake(from: source)
        else { return nil }
        return files
    }
}

/// Lets one server send a file straight to another.
struct StraightMover: LanePart {
    let ends: LaneEnds

    /// Does what is next; false at the end.
    func advance(
        _ copy: inout FileCopy, _ transfer: any StraightTransfer, into sink: UnopenedSink
    ) throws(FileSystemError) -> Bool {
        let task = copy.task
        guard !task.control.isStopped else {
            throw FileSystemError(.cancelled, detail: tr("The transfer was stopped."))
        }
        guard !task.throttles.contains(where: \.isLimited) else {
            throw FileSystemError(
                .other, path: task.source,
                detail: tr(
                    "Servers cannot limit the speed between them; \(task.source) now goes "
                        + "through this machine."), isTransient: true)
        }
        switch try step(transfer, task) {
        case .begun:
            tell(.carried(task.id, .fxp))
            flush()
        case .underWay(let bytes):
            if let bytes, bytes > copy.bytes { count(bytes - copy.bytes, &copy) }
        case .whole:
            sink.fill(sink.part)
            if let size = copy.creation.size, size > copy.bytes {
                count(size - copy.bytes, &copy)
            }
            tell(.note(task.id, tr("Sent directly from server to server.")))
            copy.moveHere()
            return false
        case .refused(let reason):
            ends.straight.close()
            tell(
                .note(
                    task.id,
                    tr("Not sent directly, but through this machine. \(reason)")))
            try comeHere(&copy, sink)
        case .unfit:
            try comeHere(&copy, sink)
        }
        return true
    }

    private func count(_ bytes: UInt64, _ copy: inout FileCopy) {
        copy.count(Int(clamping: bytes))
        ends.meter.note(bytes: Int(clamping: bytes))
    }

    private func comeHere(
        _ copy: inout FileCopy, _ sink: UnopenedSink
    ) throws(FileSystemError) {
        copy.moveHere()
        tell(.carried(copy.task.id, .here))
        do throws(FileSystemError) {
            try sink.opened()
        } catch {
            var again = error
            // The part has grown since it was looked at: the next try looks again where it ends.
            if copy.creation.offset > 0, error.kind == .changed { again.isTransient = true }
            throw again
        }
        if let remark = sink.remark { tell(.note(copy.task.id, remark)) }
    }

    /// What breaks on the way is not tried so again: the next try goes through here.
    private func step(
        _ transfer: any StraightTransfer, _ task: FileTask
    ) throws(FileSystemError) -> StraightProgress {
        do throws(FileSystemError) {
            return try transfer.advance()
        } catch {
            if !task.control.isStopped, error.kind != .cancelled {
                ends.straight.close()
                tell(.carried(task.id, .here))
                tell(
                    .note(
                        task.id,
                        tr(
                            "The transfer between the servers was interrupted; the rest goes through "
                                + "this machine.")
                    ))
            }
            throw error
        }
    }
}
