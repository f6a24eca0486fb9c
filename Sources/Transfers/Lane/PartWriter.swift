import Files
import Jobs
import Words
import Work

/// Moves the bytes of files into their parts.
struct PartWriter: LanePart {
    /// Seconds after which a file that is being written is known to the store, whatever its size.
    static let lastingTime = 2.0

    let ends: LaneEnds
    let copier: Copier

    /// Opens both ends.
    func open(
        _ plan: FilePlan, _ id: PartID?, to target: any FileSystem
    ) throws(FileSystemError) -> FileCopy {
        let task = plan.task
        let sources = SourceOpener(ends: ends)
        let (input, offset, begun) = try sources.open(plan, to: target)
        do throws(FileSystemError) {
            return try open(plan, id, input, from: offset, begun, target)
        } catch {
            // What was there before it was opened is not there any more, or not to be gone on with.
            guard offset > 0, [.changed, .unsupported].contains(error.kind),
                error.path != task.source
            else { throw error }
            tell(.note(task.id, "\(error.message) \(tr("Starting again."))"))
        }
        let (whole, first, _) = try sources.startAgain(begun, plan, target)
        return try open(plan, nil, whole, from: first, nil, target)
    }

    /// Opens the target for a source that is open at `offset`, which is closed where that fails.
    private func open(
        _ plan: FilePlan, _ id: PartID?, _ input: any FileSource, from offset: UInt64,
        _ begun: StoredPart?, _ target: any FileSystem
    ) throws(FileSystemError) -> FileCopy {
        let task = plan.task
        task.control.begin(at: offset)
        let creation = creation(
            of: plan, from: offset, size: task.size ?? input.size, begun, input, target)
        let sink: any FileSink
        let part: StoredPart
        do throws(FileSystemError) {
            (sink, part) = try openSink(plan, id, begun, creation, input, target)
        } catch {
            input.cancel()
            throw error
        }
        tell(.opened(task.id))
        if let remark = sink.remark { tell(.note(task.id, remark)) }
        flush(lazily: !FileCopier.isLarge(task))
        return FileCopy(
            task, from: input, to: sink, part, creation, start: Throttle.now(),
            by: mover(plan, input, sink, creation))
    }

    /// A part of an earlier run that is whole, as it goes to be made final.
    func whole(
        _ plan: FilePlan, _ part: StoredPart, _ target: any FileSystem
    ) throws(FileSystemError) -> WrittenFile {
        let size = part.size ?? 0
        let creation = creation(of: plan, from: size, size: size, part, nil, target)
        if target.site.isLocal {
            let sink = try target.resume(part.part, creation)
            do throws(FileSystemError) {
                try sink.finish()
            } catch {
                sink.cancel()
                throw error
            }
        }
        return WrittenFile(
            task: plan.task, part: part,
            pending: PendingCommit(part: part.part, creation: creation, size: size),
            fingerprint: FileFingerprint(size: size, modified: part.modified),
            time: Throttle.now())
    }

    private func creation(
        of plan: FilePlan, from offset: UInt64, size: UInt64?, _ begun: StoredPart?,
        _ input: (any FileSource)?, _ target: any FileSystem
    ) -> Creation {
        let task = plan.task
        var creation = Creation(
            offset: offset, size: size, modified: task.modified,
            mode: mode(of: plan, input, in: target),
            owner: task.modes == .preserve && plan.keptMode == nil ? input?.owner : nil,
            replaces: plan.replaces, root: task.root,
            placement: plan.isThroughLink ? .inPlace : .beside,
            keepsRest: begun?.extents != nil)
        if creation.modified?.precision != .second || creation.modified?.isZoned == false {
            creation.modified = nil
        }
        return creation
    }

    /// The permissions of the file to be: those of one that it replaces, else its source's; nil where
    /// the target decides.
    private func mode(
        of plan: FilePlan, _ input: (any FileSource)?, in target: any FileSystem
    ) -> UInt16? {
        // What is written through has its own.
        guard !plan.isThroughLink else { return nil }
        return plan.keptMode ?? plan.newMode(input?.mode, in: target)
    }

    /// Moves the next block; the written file once there is none, and the target has all.
    func move(_ copy: inout FileCopy) throws(FileSystemError) -> WrittenFile? {
        do throws(FileSystemError) {
            if !copy.isEnding {
                if try DividedCopy(ends: ends, copier: copier).run(&copy) {
                    // All of it is there.
                } else if try moveSome(&copy) {
                    // Nobody waits for the end of what has none.
                    if isTooLong(copy) { throw otherSize(copy) }
                    noteLasting(&copy)
                    try notePlace(&copy)
                    return nil
                }
                copy.times.begin()
                try endSource(copy)
                _ = copy.times.noteCopy(readUntil: Throttle.now())
                copy.end()
                // Others go on while the target has still to answer.
                guard copy.isReady else { return nil }
            }
            let start = copy.times.begin()
            try copy.sink.finish()
            _ = copy.times.noteCopy(readUntil: start)
            copy.tellTimes(ends, isLast: true)
        } catch {
            copy.cancel()
            throw error
        }
        return try written(copy)
    }

    /// Whether more has moved; false at the end.
    private func moveSome(_ copy: inout FileCopy) throws(FileSystemError) -> Bool {
        if case .servers(let transfer, let sink) = copy.mover {
            return try StraightMover(ends: ends).advance(&copy, transfer, into: sink)
        }
        if case .site(let sink, let fingerprint) = copy.mover {
            guard copy.bytes < fingerprint.size ?? 0 else { return false }
            guard !copy.task.control.isStopped else {
                throw FileSystemError(.cancelled, detail: tr("The transfer was stopped."))
            }
            if let moved = try sink.fill(from: copy.task.source, fingerprint) {
                if copy.bytes == copy.creation.offset {
                    tell(.carried(copy.task.id, .server))
                    tell(.note(copy.task.id, tr("The server copied it itself.")))
                }
                copy.count(Int(clamping: moved))
                return true
            }
            copy.moveHere()
            if copy.sink is OnSiteSink {
                tell(
                    .note(
                        copy.task.id,
                        tr("The server does not copy it, so it goes through this machine.")))
                if let remark = copy.sink.remark { tell(.note(copy.task.id, remark)) }
                // Where the part has come to be is written down before a byte is in it.
                return true
            }
        }
        var (course, times) = (copy.course, copy.times)
        defer {
            (copy.course, copy.times) = (course, times)
            copy.tellTimes(ends, isLast: false)
        }
        return try copier.moveBlock(
            from: copy.source, to: copy.sink, by: &course, &times, throttles: copy.task.throttles,
            cancellation: copy.task.control.cancellation
        ) { count in
            copy.count(count)
            ends.meter.note(bytes: count)
        }
    }

    private func endSource(_ copy: FileCopy) throws(FileSystemError) {
        switch copy.mover {
        case .here: try copy.source.finish()
        case .site, .servers: copy.source.cancel()
        }
    }

    /// Bytes from which on a site fills an open part: those of a small file are on their way here
    /// already.
    private static let worthLeaving: UInt64 = 256 << 10

    private func mover(
        _ plan: FilePlan, _ input: any FileSource, _ sink: any FileSink, _ creation: Creation
    ) -> FileCopy.Mover {
        let task = plan.task
        guard let target else { return .here }
        if input is UnopenedSource, let sink = sink as? UnopenedSink,
            let transfer = takingStraight(plan, to: target)?
                .take(task.source, from: source, into: sink.part, creation)
        {
            return .servers(transfer, sink)
        }
        guard target.site == source.site, !target.site.isLocal, task.kind == .file,
            let sink = sink as? any FillingFromSite
        else { return .here }
        let fingerprint =
            input.fingerprint ?? FileFingerprint(size: task.size, modified: task.modified)
        // What nobody has opened here was found worth it already.
        guard sink is OnSiteSink || fingerprint.size ?? 0 >= PartWriter.worthLeaving else {
            return .here
        }
        return .site(sink, fingerprint)
    }

    private func written(_ copy: FileCopy) throws(FileSystemError) -> WrittenFile {
        let task = copy.task
        if let size = PartWriter.knownSize(of: task, source), size != copy.bytes {
            throw otherSize(copy)
        }
        return WrittenFile(
            task: task, part: copy.part,
            pending: PendingCommit(
                part: copy.part.part, creation: copy.creation, size: copy.bytes),
            fingerprint: copy.source.fingerprint
                ?? FileFingerprint(size: copy.bytes, modified: task.modified),
            time: Throttle.now())
    }

    /// Bytes that must come; nil where it is not known. What a server gives the size 0 may have none
    /// that it knows.
    private static func knownSize(of task: FileTask, _ source: any FileSystem) -> UInt64? {
        guard task.kind != .link, let size = task.size, size > 0 || source.site.isLocal else {
            return nil
        }
        return size
    }

    private func isTooLong(_ copy: FileCopy) -> Bool {
        PartWriter.knownSize(of: copy.task, source).map { copy.bytes > $0 } ?? false
    }

    private func otherSize(_ copy: FileCopy) -> FileSystemError {
        let task = copy.task
        return FileSystemError(
            .changed, path: task.source,
            detail: isTooLong(copy)
                ? tr(
                    "\(task.source) is longer than its \(task.size ?? 0) bytes; something may "
                        + "still be writing it. Retry later.")
                : tr(
                    "\(task.source) has \(task.size ?? 0) bytes, but \(copy.bytes) arrived; "
                        + "something may still be writing it. Retry later."),
            isTransient: true)
    }

    /// The part to write to, which the store knows of before it is there.
    private func openSink(
        _ plan: FilePlan, _ id: PartID?, _ begun: StoredPart?, _ creation: Creation,
        _ input: any FileSource, _ target: any FileSystem
    ) throws(FileSystemError) -> (any FileSink, StoredPart) {
        let task = plan.task
        if let begun {
            if input is UnopenedSource {
                return (UnopenedSink(begun.part, creation, on: target), begun)
            }
            let sink = try target.resume(begun.part, creation)
            // Only now is nothing behind what its size says.
            if begun.extents == nil { try task.parts.noteWhole(begun) }
            return (sink, begun)
        }
        var id = id
        for _ in 0..<PartWriter.nameTries {
            let next: PartID
            if let id { next = id } else { next = try task.parts.newID(for: task.target) }
            id = nil
            let isInPlace = creation.placement == .inPlace
            let expected = Part(
                id: next, file: task.target,
                place: isInPlace ? .inPlace : .beside(next.name))
            var stored = StoredPart(
                part: expected, source: Location(site: source.site, path: task.source),
                site: target.site, root: task.root, version: input.version, size: task.size,
                modified: task.modified)
            try task.parts.willWrite(stored, isAlone: task.isAlone)
            do throws(FileSystemError) {
                let sink: any FileSink
                if let files = copyingOnSite(plan, to: target), input is UnopenedSource {
                    sink = OnSiteSink(expected, creation, onSite: files)
                } else if input is UnopenedSource {
                    sink = UnopenedSink(
                        Part(
                            id: next, file: task.target,
                            place: creation.offset > 0 ? .inPlace : expected.place), creation,
                        on: target)
                } else {
                    sink = try AsideKeeper(ends: ends).create(task, as: next, creation, target)
                }
                if sink.part != expected {
                    stored.part = sink.part
                    try task.parts.place(stored)
                }
                return (sink, stored)
            } catch {
                if target.site.isLocal || [.exists, .changed].contains(error.kind) {
                    forgetUnmade(stored, task)
                }
                // The name of the part itself is taken by something that is not ours.
                guard error.kind == .exists, error.path == expected.path, !isInPlace else {
                    throw error
                }
            }
        }
        throw FileSystemError.unanswered(task.target)
    }

    /// However small it is: over a bad line it is worth going on with.
    private func noteLasting(_ copy: inout FileCopy) {
        guard !copy.isLasting, Throttle.now() - copy.start > PartWriter.lastingTime else { return }
        copy.isLasting = true
        do throws(FileSystemError) {
            try copy.task.parts.noteLasting(copy.part)
        } catch {
            tell(.note(copy.task.id, error.message))
        }
    }

    /// What of the part could not be gone on with is known before it is written.
    private func notePlace(_ copy: inout FileCopy) throws(FileSystemError) {
        guard copy.sink.part != copy.part.part else { return }
        copy.part.part = copy.sink.part
        try copy.task.parts.update(copy.part)
    }

    /// Nothing was made under that name.
    private func forgetUnmade(_ part: StoredPart, _ task: FileTask) {
        do throws(FileSystemError) {
            try task.parts.forget([part])
        } catch {
            tell(.note(task.id, error.message))
        }
    }

    /// Names that are tried for a part.
    private static let nameTries = 8
}
