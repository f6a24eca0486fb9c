import Files
import Jobs

extension LanePart {
    /// The target, where its server may copy the plan's whole file by itself, so that no end of it is
    /// opened here before that was tried.
    func copyingOnSite(
        _ plan: FilePlan, to target: any FileSystem
    ) -> (any CopyingOnSite)? {
        guard case .anew = plan.start, !plan.isThroughLink, plan.task.kind == .file,
            target.site == source.site, !target.site.isLocal,
            plan.task.size ?? 0 >= PartWriter.worthLeaving,
            let files = target as? any CopyingOnSite, files.copiesOnSite
        else { return nil }
        return files
    }
}

/// A file that is opened once somebody reads it: its server may copy it by itself.
final class UnopenedSource: FileSource {
    let size: UInt64?
    private let file: Path
    private let files: any FileSystem
    private var opened: (any FileSource)?

    /// `size` as it is known without opening it.
    init(_ file: Path, size: UInt64?, on files: any FileSystem) {
        self.file = file
        self.size = size
        self.files = files
    }

    var version: String? { opened?.version }
    var fingerprint: FileFingerprint? { opened?.fingerprint }
    var isReady: Bool { opened?.isReady ?? true }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        if let opened { return try opened.read(into: buffer) }
        let source = try files.open(file, from: 0)
        opened = source
        return try source.read(into: buffer)
    }

    func finish() throws(FileSystemError) { try opened?.finish() }

    func cancel() { opened?.cancel() }
}

/// A part that its server fills whole by itself, or that is opened here where it does not.
final class OnSiteSink: FillingFromSite {
    private enum State {
        /// Nothing was tried yet.
        case untried
        /// The server has copied all.
        case filled(Part)
        /// The bytes come from here.
        case open(any FileSink)
    }

    private let files: any CopyingOnSite
    private let expected: Part
    private let creation: Creation
    private var state = State.untried

    /// `part` is what it will be, unless the place wants another.
    init(_ part: Part, _ creation: Creation, on files: any CopyingOnSite) {
        expected = part
        self.creation = creation
        self.files = files
    }

    var part: Part {
        switch state {
        case .untried: expected
        case .filled(let part): part
        case .open(let sink): sink.part
        }
    }

    var remark: String? {
        if case .open(let sink) = state { sink.remark } else { nil }
    }

    var isReady: Bool {
        if case .open(let sink) = state { sink.isReady } else { true }
    }

    func fill(
        from file: Path, _ fingerprint: FileFingerprint
    ) throws(FileSystemError) -> UInt64? {
        guard case .untried = state else { return nil }
        if let size = fingerprint.size,
            let part = try files.copyOnSite(
                file, size: size, to: expected.file, as: expected.id, creation)
        {
            state = .filled(part)
            return size
        }
        _ = try opened()
        return nil
    }

    /// The part as it is written from here.
    private func opened() throws(FileSystemError) -> any FileSink {
        if case .open(let sink) = state { return sink }
        let sink = try files.create(expected.file, as: expected.id, creation)
        state = .open(sink)
        return sink
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        try opened().write(buffer)
    }

    func endWriting() {
        if case .open(let sink) = state { sink.endWriting() }
    }

    func finish() throws(FileSystemError) {
        switch state {
        case .untried: try opened().finish()
        case .filled: break
        case .open(let sink): try sink.finish()
        }
    }

    func cancel() {
        if case .open(let sink) = state { sink.cancel() }
    }
}
