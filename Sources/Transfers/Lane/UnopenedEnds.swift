import Files

/// A file that is opened once somebody reads it: its server may copy or send it by itself.
final class UnopenedSource: FileSource {
    let size: UInt64?
    private let file: Path
    private let offset: UInt64
    private let known: String?
    private let files: any FileSystem
    private var opened: (any FileSource)?

    /// `size` as it is known without opening it; to be read from `offset` on, of a `version` that is
    /// known already.
    init(
        _ file: Path, size: UInt64?, from offset: UInt64 = 0, version: String? = nil,
        on files: any FileSystem
    ) {
        self.file = file
        self.size = size
        self.offset = offset
        known = version
        self.files = files
    }

    var version: String? { opened?.version ?? known }
    var fingerprint: FileFingerprint? { opened?.fingerprint }
    var isReady: Bool { opened?.isReady ?? true }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        if let opened { return try opened.read(into: buffer) }
        let source = try files.open(file, from: offset, version: known)
        opened = source
        return try source.read(into: buffer)
    }

    func finish() throws(FileSystemError) { try opened?.finish() }

    func cancel() { opened?.cancel() }
}

/// A part that is opened once bytes for it come here: servers may fill it by themselves.
class UnopenedSink: FileSink {
    private enum State {
        /// Not opened here so far.
        case unopened(Part)
        /// Servers have filled all of it.
        case filled(Part)
        /// The bytes come from here.
        case open(any FileSink)
    }

    private let files: any FileSystem
    private let creation: Creation
    private var state: State

    /// `part` is what it will be, unless the place wants another. From an offset on it is there.
    init(_ part: Part, _ creation: Creation, on files: any FileSystem) {
        state = .unopened(part)
        self.creation = creation
        self.files = files
    }

    var part: Part {
        switch state {
        case .unopened(let part), .filled(let part): part
        case .open(let sink): sink.part
        }
    }

    var remark: String? {
        if case .open(let sink) = state { sink.remark } else { nil }
    }

    var isReady: Bool {
        if case .open(let sink) = state { sink.isReady } else { true }
    }

    /// The part while nothing was written from here; nil afterwards.
    var unopened: Part? {
        if case .unopened(let part) = state { part } else { nil }
    }

    /// Servers have filled it, and it is this part.
    func fill(_ part: Part) { state = .filled(part) }

    /// The part as it is written from here.
    @discardableResult
    func opened() throws(FileSystemError) -> any FileSink {
        if case .open(let sink) = state { return sink }
        let part = part
        let sink =
            creation.offset > 0
            ? try files.resume(part, creation)
            : try files.create(part.file, as: part.id, creation)
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
        case .unopened: try opened().finish()
        case .filled: break
        case .open(let sink): try sink.finish()
        }
    }

    func cancel() {
        if case .open(let sink) = state { sink.cancel() }
    }
}
