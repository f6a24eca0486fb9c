import Files
import Work

/// Fetches segments of a large file beside the lane that has its job.
struct SegmentCopier: LanePart {
    /// Bytes behind a segment's end that are compared with what another connection has fetched.
    static let overlap = 64 << 10

    let ends: LaneEnds
    let copier: Copier

    /// Fetches as long as there is something to fetch for it.
    func help(_ segments: Segments) {
        guard let worker = segments.join(ends.interrupter) else { return }
        guard let target = target as? any FillingPieces else {
            return segments.leave(worker, failed: true)
        }
        ends.interrupter.begin(segments.file.control)
        do throws(FileSystemError) {
            var claim = segments.claim(worker)
            while let now = claim {
                let input = try fetch(now, of: segments, by: worker, to: target)
                claim = segments.claim(worker)
                // Nobody has to wait until the server has ended it.
                if claim == nil { segments.leave(worker, failed: false) }
                input.cancel()
            }
            segments.leave(worker, failed: false)
        } catch {
            segments.leave(worker, failed: error.kind != .cancelled)
            if error.kind == .unsupported {
                segments.keepAlone()
                tell(.indivisible(segments.file.job, isRoute: true))
            }
            guard !segments.file.control.isStopped, error.kind != .cancelled else { return }
            tell(
                .note(
                    segments.file.job,
                    "A connection that fetched a segment of it ended: \(error.message)"))
        }
    }

    /// Fetches a stretch from its beginning on; its source, which is to be cancelled.
    func fetch(
        _ claim: SegmentMap.Claim, of segments: Segments, by worker: Int,
        to target: any FillingPieces, look: () throws(FileSystemError) -> Void = {}
    ) throws(FileSystemError) -> any FileSource {
        let file = segments.file
        let compared = min(claim.known, UInt64(SegmentCopier.overlap))
        let input = try source.open(
            file.source, from: claim.position - compared, version: file.version)
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
                    detail: "\(file.source) ended before its \(file.size) bytes were there; "
                        + "retry.", isTransient: true)
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
                throw FileSystemError(.cancelled, detail: "The transfer was stopped.")
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
            detail: "The segments of \(file.source) do not fit together: it was changed meanwhile, "
                + "or the server does not begin where it is asked to. It is fetched in one piece "
                + "next.", isTransient: true)
    }
}
