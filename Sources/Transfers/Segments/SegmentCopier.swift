import Files
import Jobs
import Words
import Work

/// Fetches segments of a large file beside the lane that has its job.
struct SegmentCopier: LanePart {
    /// Bytes behind a segment's end that are compared with what another connection has fetched.
    static let overlap = 64 << 10

    let ends: LaneEnds
    let copier: Copier

    /// What was asked for before it was known who fetches how much.
    struct Opened {
        let source: any FileSource
        let position: UInt64
        /// When that began, in seconds of the monotonic clock.
        let start: Double
    }

    /// Asks for a stretch of a file at the same time as the lane that has it, then fetches as long as there
    /// is something to fetch.
    func help(_ meeting: SegmentMeeting) {
        guard let place = meeting.arrive() else { return }
        ends.interrupter.begin(meeting.control)
        var opened: Opened?
        do throws(FileSystemError) {
            if let position = meeting.awaitOpening(place) {
                let start = Throttle.now()
                meeting.noteOpening(place, ends.interrupter)
                defer { meeting.noteOpening(place, nil) }
                opened = Opened(
                    source: try source.open(meeting.source, from: position), position: position,
                    start: start)
            }
        } catch {
            let segments = meeting.awaitSegments()
            meeting.leave()
            return tell(error, of: meeting.job, meeting.control, segments)
        }
        guard let segments = meeting.awaitSegments() else {
            meeting.leave()
            opened?.source.cancel()
            return
        }
        help(segments, opened)
    }

    /// Fetches as long as there is something to fetch for it.
    func help(_ segments: Segments, _ opened: Opened? = nil) {
        guard let worker = segments.join(ends.interrupter) else {
            opened?.source.cancel()
            return
        }
        guard let target = target as? any FillingPieces else {
            opened?.source.cancel()
            return segments.leave(worker, failed: true)
        }
        ends.interrupter.begin(segments.file.control)
        do throws(FileSystemError) {
            var begun = opened.flatMap { begin($0, of: segments, by: worker) }
            var claim = begun?.claim ?? segments.claim(worker)
            while let now = claim {
                let input = try fetch(
                    now, of: segments, by: worker, to: target, opened: begun?.source)
                begun = nil
                claim = segments.claim(worker)
                // Nobody has to wait until the server has ended it.
                if claim == nil { segments.leave(worker, failed: false) }
                input.cancel()
            }
            segments.leave(worker, failed: false)
        } catch {
            segments.leave(worker, failed: error.kind != .cancelled)
            tell(error, of: segments.file.job, segments.file.control, segments)
        }
    }

    /// Begins with what was asked for; nil, and it is given up, where that is not what is needed.
    private func begin(
        _ opened: Opened, of segments: Segments, by worker: Int
    ) -> (claim: SegmentMap.Claim, source: any FileSource)? {
        guard opened.source.version == segments.file.version,
            let claim = segments.claim(worker, at: opened.position, since: opened.start)
        else {
            opened.source.cancel()
            return nil
        }
        return (claim, opened.source)
    }

    /// Tells why a connection does not help any more.
    private func tell(
        _ error: FileSystemError, of job: JobID, _ control: TaskControl, _ segments: Segments?
    ) {
        if error.kind == .unsupported {
            segments?.keepAlone()
            tell(.indivisible(job, isRoute: true))
        }
        guard !control.isStopped, error.kind != .cancelled else { return }
        tell(
            .note(job, tr("A connection that fetched a segment of it failed. \(error.message)")))
    }

    /// Fetches a stretch from its beginning on; its source, which is to be cancelled.
    func fetch(
        _ claim: SegmentMap.Claim, of segments: Segments, by worker: Int,
        to target: any FillingPieces, opened: (any FileSource)? = nil,
        look: () throws(FileSystemError) -> Void = {}
    ) throws(FileSystemError) -> any FileSource {
        let file = segments.file
        let compared = opened == nil ? min(claim.known, UInt64(SegmentCopier.overlap)) : 0
        let input: any FileSource
        if let opened {
            input = opened
        } else {
            input = try source.open(
                file.source, from: claim.position - compared, version: file.version)
        }
        do throws(FileSystemError) {
            if let size = input.size, size != file.size { throw SegmentCopier.changed(file) }
            try compare(input, with: file, from: claim.position - compared, Int(compared), target)
            let piece = try target.openPiece(
                of: file.part, root: file.root, from: claim.position)
            try move(from: input, to: piece, of: segments, by: worker, in: target, look: look)
            try end(input, of: segments, by: worker)
            return input
        } catch {
            input.cancel()
            throw error
        }
    }

    /// Moves bytes until the stretch ends, or the worker is to leave.
    func move(
        from input: any FileSource, to first: any ByteSink, of segments: Segments, by worker: Int,
        in target: any FillingPieces, look: () throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        let file = segments.file
        var sink = first
        var course = Course(from: input, to: sink)
        var times = BlockTimes(from: input, to: sink)
        while true {
            let room = segments.room(of: worker)
            if room == 0 {
                guard let next = segments.takeOver(by: worker) else { return }
                try pass(next.passing, before: next.position, of: input, segments)
                sink = try target.openPiece(of: file.part, root: file.root, from: next.position)
                course = Course(from: input, to: sink)
                times = BlockTimes(from: input, to: sink)
                continue
            }
            let isMore = try copier.moveBlock(
                from: input, to: sink, by: &course, &times, atMost: Int(clamping: room),
                throttles: file.throttles, cancellation: file.control.cancellation
            ) { count in
                segments.note(count, by: worker)
                ends.meter.note(bytes: count)
            }
            guard isMore else {
                try input.finish()
                throw FileSystemError(
                    .truncated, path: file.source,
                    detail: tr(
                        "\(file.source) ended before all of its \(file.size) bytes arrived; "
                            + "retry."), isTransient: true)
            }
            let spent = times.take(
                isSourceLocal: source.site.isLocal, isTargetLocal: target.site.isLocal,
                isLast: false)
            if let spent { file.control.note(spent) }
            try look()
        }
    }

    /// Passes over bytes that are there, of which the first are to be the same.
    private func pass(
        _ count: UInt64, before position: UInt64, of input: any FileSource, _ segments: Segments
    ) throws(FileSystemError) {
        var left = count
        while left > 0 {
            guard !segments.file.control.isStopped else {
                throw FileSystemError(.cancelled, detail: tr("The transfer was stopped."))
            }
            let bytes = try Overlap.read(
                Int(min(left, UInt64(SegmentCopier.overlap))), from: input)
            guard !bytes.isEmpty else { throw SegmentCopier.changed(segments.file) }
            if left == count { segments.keep(bytes, at: position - count) }
            left -= UInt64(bytes.count)
            ends.meter.note(bytes: bytes.count)
            copier.keepLimits(
                segments.file.throttles, bytes.count, segments.file.control.cancellation)
        }
    }

    /// Ends the source of a stretch at the file's end; within it, keeps the bytes that follow.
    func end(
        _ input: any FileSource, of segments: Segments, by worker: Int
    ) throws(FileSystemError) {
        guard let end = segments.endReached(by: worker) else { return }
        guard end < segments.file.size else { return try input.finish() }
        let count = min(SegmentCopier.overlap, Int(clamping: segments.file.size - end))
        let bytes = try Overlap.read(count, from: input)
        guard bytes.count == count else { throw SegmentCopier.changed(segments.file) }
        segments.keep(bytes, at: end)
    }

    private func compare(
        _ input: any FileSource, with file: Segments.File, from offset: UInt64, _ count: Int,
        _ target: any FileSystem
    ) throws(FileSystemError) {
        guard count > 0 else { return }
        let ours = try SegmentCopier.bytes(of: file, at: offset, count, in: target)
        guard try Overlap.read(count, from: input) == ours else {
            throw SegmentCopier.changed(file)
        }
    }

    /// What the part holds there.
    static func bytes(
        of file: Segments.File, at offset: UInt64, _ count: Int, in target: any FileSystem
    ) throws(FileSystemError) -> [UInt8] {
        let part = try target.open(file.part, root: file.root, from: offset)
        defer { part.cancel() }
        return try Overlap.read(count, from: part)
    }

    /// Segments that are not of one file.
    static func changed(_ file: Segments.File) -> FileSystemError {
        FileSystemError(
            .changed, path: file.source,
            detail: tr(
                "The segments of \(file.source) do not match: the file changed, or the server "
                    + "resumed elsewhere. Ferry fetches it again in one piece."), isTransient: true)
    }
}
