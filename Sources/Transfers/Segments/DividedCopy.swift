import Files
import Jobs
import Words
import Work

/// A large file that comes in segments, for the lane that has its job: fetches the first of them, lets
/// others fetch more, writes down what is there, and sees that all of it is of one file.
struct DividedCopy: LanePart {
    /// Seconds between two notes of what is there.
    private static let notePace = 2.0
    /// Seconds that others get to end in their protocol's own way.
    private static let leavingTime = 1.0
    private static let waitingTime = 0.1

    let ends: LaneEnds
    let copier: Copier

    private var fetching: SegmentCopier { SegmentCopier(ends: ends, copier: copier) }

    // MARK: - Whether

    /// Whether a file that was opened is divided at once.
    func isDivided(_ copy: FileCopy) -> Bool { trial(of: copy) != nil }

    /// Has others log in for a file that is to be opened next and will be divided at once, and waits for
    /// them a little; nil where it will not.
    func meet(_ plan: FilePlan) throws(FileSystemError) -> SegmentMeeting? {
        let task = plan.task
        // Of what is there in part nobody knows yet where others would begin.
        guard case .anew = plan.start, let rules = task.division, let size = task.size,
            size >= rules.worth,
            task.kind == .file, source is any SendingSegments, source.openFiles == 1,
            target is any FillingPieces, !task.throttles.contains(where: \.isLimited)
        else { return nil }
        // How far it is shows the login, which the file needs anyway.
        if !source.isConnected { _ = try source.home() }
        guard let distance, distance >= rules.longLine else { return nil }
        let meeting = SegmentMeeting(
            task.id, control: task.control, source: task.source, size: size,
            distance: distance)
        tell(.willDivide(task.id, meeting))
        flush()
        meeting.gather(
            atMost: min(
                max(distance * rules.gatheringTrips, rules.gathering.lowerBound),
                rules.gathering.upperBound))
        return meeting
    }

    private var distance: Double? {
        guard source.isConnected else { return nil }
        return (source as? any SendingSegments)?.distance
    }

    /// How a file is to go on; nil where one connection is enough, or the only one.
    private func trial(of copy: FileCopy) -> SegmentTrial? {
        if copy.part.extents != nil { return SegmentTrial() }
        let task = copy.task
        guard let rules = task.division, let size = size(of: copy), size > copy.bytes,
            size - copy.bytes >= rules.worth, canDivide(copy)
        else { return nil }
        // Who has come for it is not sent away because the line looks a little shorter now.
        if copy.meeting != nil { return SegmentTrial() }
        if let distance, distance >= rules.longLine { return SegmentTrial() }
        let elapsed = Throttle.now() - copy.start
        guard elapsed >= rules.measuring else { return nil }
        let rate = Double(copy.bytes - copy.creation.offset) / elapsed
        guard Double(size - copy.bytes) >= rate * rules.patience else { return nil }
        return SegmentTrial(rate: rate)
    }

    /// Nil where the two that say it differ: what it has then, its end shows.
    private func size(of copy: FileCopy) -> UInt64? {
        guard let size = copy.source.size ?? copy.task.size else { return nil }
        return copy.task.size ?? size == size ? size : nil
    }

    private func canDivide(_ copy: FileCopy) -> Bool {
        guard case .here = copy.mover, copy.task.kind == .file, !copy.part.part.isInPlace,
            source is any SendingSegments, source.openFiles == 1, target is any FillingPieces
        else { return false }
        return !copy.task.throttles.contains(where: \.isLimited)
    }

    // MARK: - How

    /// Fetches all that is left of a file, with the help of others; its source is at an end then. False
    /// where it is not worth dividing: then nothing was fetched.
    func run(_ copy: inout FileCopy) throws(FileSystemError) -> Bool {
        guard let trial = trial(of: copy) else {
            copy.meeting?.end()
            copy.meeting = nil
            return false
        }
        try run(&copy, trial)
        return true
    }

    /// Ends the work of all others; who has still not been let begin by the server never will.
    private func close(_ segments: Segments, _ meeting: SegmentMeeting?) {
        segments.close(patience: DividedCopy.leavingTime)
        meeting?.breakOff()
    }

    private func run(_ copy: inout FileCopy, _ trial: SegmentTrial) throws(FileSystemError) {
        guard let target = target as? any FillingPieces, let size = size(of: copy) else {
            throw FileSystemError.unanswered(copy.task.target)
        }
        let task = copy.task
        let known = (copy.part.extents ?? []).filter { $0.lowerBound > copy.bytes }
        let segments = Segments(
            Segments.File(
                job: task.id, source: task.source, version: copy.source.version,
                part: copy.part.part, root: task.root, size: size, control: task.control,
                throttles: task.throttles,
                leastSegment: (task.division ?? .usual).leastSegment,
                note: { [parts = task.parts, id = copy.part.part.id] in parts.note($0, of: id) }),
            written: [0..<copy.bytes] + known, trial: trial, distance: distance ?? 0)
        do throws(FileSystemError) {
            // Before anybody writes behind what is there.
            try note(segments, &copy.part, task, target)
            copy.meeting?.begin(segments)
            tell(.divided(task.id, segments))
            flush()
            try fetch(segments, &copy, target)
            close(segments, copy.meeting)
            try check(segments, task, target)
        } catch {
            close(segments, copy.meeting)
            keep(segments, &copy.part, task, after: error, target)
            throw error
        }
        copy.arrive(at: size)
    }

    private func fetch(
        _ segments: Segments, _ copy: inout FileCopy, _ target: any FillingPieces
    ) throws(FileSystemError) {
        let task = copy.task
        var part = copy.part
        defer { copy.part = part }
        var noted = Throttle.now()
        func look() throws(FileSystemError) {
            let now = Throttle.now()
            if segments.look(at: now) {
                tell(.divided(task.id, segments))
                flush()
            }
            guard now - noted >= DividedCopy.notePace else { return }
            noted = now
            try note(segments, &part, task, target)
        }
        try fetching.move(
            from: copy.source, to: copy.sink, of: segments, by: Segments.owner, in: target,
            look: look)
        try fetching.end(copy.source, of: segments, by: Segments.owner)
        copy.source.cancel()
        while true {
            while let claim = segments.claim(Segments.owner) {
                try fetching.fetch(
                    claim, of: segments, by: Segments.owner, to: target, look: look
                ).cancel()
            }
            guard !segments.isWhole else { return }
            guard !task.control.isStopped else {
                throw FileSystemError(.cancelled, detail: tr("The transfer was stopped."))
            }
            segments.wait(DividedCopy.waitingTime)
            try look()
        }
    }

    // MARK: - What is there

    /// Writes down what is there, once the disk has it.
    private func note(
        _ segments: Segments, _ part: inout StoredPart, _ task: FileTask,
        _ target: any FillingPieces
    ) throws(FileSystemError) {
        try compare(segments, target)
        let written = segments.written
        try target.syncPieces(of: part.part, root: task.root)
        part.noteSynced(written)
        try task.parts.update(part)
        // The disk may have taken its time.
        task.parts.note(segments.written, of: part.part.id)
    }

    /// Writes down what is gone on with of a file that was not fetched to its end.
    private func keep(
        _ segments: Segments, _ part: inout StoredPart, _ task: FileTask,
        after error: FileSystemError, _ target: any FillingPieces
    ) {
        do throws(FileSystemError) {
            switch error.kind {
            case .changed, .unsupported:
                tell(.indivisible(task.id, isRoute: error.kind == .unsupported))
                // One connection has fetched that much from the start on. What others have fetched is
                // not gone on with, whatever the disk answers.
                part.cutOff(behind: segments.firstCount)
                try task.parts.update(part)
                try target.syncPieces(of: part.part, root: task.root)
                part.noteSynced([0..<segments.firstCount])
                try task.parts.update(part)
            default: try note(segments, &part, task, target)
            }
        } catch {
            // What was noted before is less, and true.
            tell(.note(task.id, error.message))
        }
    }

    /// Compares what followed segments with what is there of it by now.
    private func compare(
        _ segments: Segments, _ target: any FileSystem
    ) throws(FileSystemError) {
        let file = segments.file
        for (offset, bytes) in segments.comparable {
            let found = try SegmentCopier.bytes(of: file, at: offset, bytes.count, in: target)
            guard found == bytes else { throw SegmentCopier.changed(file) }
            segments.join(at: offset)
        }
    }

    /// Whether what several connections have fetched is one file: what followed a segment on its own
    /// connection is what another has fetched, and the source is what it was.
    private func check(
        _ segments: Segments, _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) {
        let file = segments.file
        try compare(segments, target)
        guard !segments.hasFollowers else { throw SegmentCopier.changed(file) }
        // What nothing can be learnt of was compared where its segments meet.
        guard segments.isDivided, let now = try source.details(of: [file.source]).first ?? nil
        else { return }
        if let size = now.size, size != file.size { throw SegmentCopier.changed(file) }
        guard let old = task.modified, let new = now.modified, let order = Timestamp.order(old, new)
        else { return }
        guard order == 0 else { throw SegmentCopier.changed(file) }
    }
}
