import Files

/// A file on its way: both ends are open, and its bytes move a block at a time.
struct FileCopy {
    /// What moves the bytes of a file.
    enum Mover {
        /// They come through this machine.
        case here
        /// The site itself, between two of its files, if it can: which file that tells.
        case site(any FillingFromSite, FileFingerprint)
        /// The two servers, from one to the other, if they do.
        case servers(any StraightTransfer, UnopenedSink)
    }

    let task: FileTask
    let source: any FileSource
    /// The source, where it is an archive that is being made: how far it is, other bytes tell.
    private let packed: (any PackedSource)?
    let sink: any FileSink
    var part: StoredPart
    let creation: Creation
    /// When it was begun, in seconds of the monotonic clock.
    let start: Double
    /// Bytes that are in the part, those of an earlier try included.
    private(set) var bytes: UInt64
    /// Who came to fetch it too, before it was opened.
    var meeting: SegmentMeeting?
    /// Whether the store has heard that it takes long.
    var isLasting = false
    /// What moves its bytes.
    private(set) var mover: Mover
    /// How they get from one end to the other here.
    var course: Course
    /// Where the time goes meanwhile.
    var times: BlockTimes
    /// Whether all its bytes have moved, and only the target has something to do.
    private(set) var isEnding = false

    init(
        _ task: FileTask, from source: any FileSource, to sink: any FileSink, _ part: StoredPart,
        _ creation: Creation, start: Double, by mover: Mover = .here
    ) {
        self.mover = mover
        course = Course(from: source, to: sink)
        times = BlockTimes(from: source, to: sink)
        self.task = task
        self.source = source
        packed = source as? any PackedSource
        self.sink = sink
        self.part = part
        self.creation = creation
        self.start = start
        bytes = creation.offset
    }

    /// Whether its next step waits for no server. What was stopped ends without waiting.
    var isReady: Bool {
        task.control.isStopped || ((isEnding || !needsSource || source.isReady) && sink.isReady)
    }

    private var needsSource: Bool {
        if case .here = mover { true } else { false }
    }

    /// The site or the servers cannot, or what they can is done.
    mutating func moveHere() {
        mover = .here
    }

    /// All its bytes have moved.
    mutating func end() {
        isEnding = true
        sink.endWriting()
    }

    mutating func count(_ moved: Int) {
        bytes &+= UInt64(moved)
        task.control.setProgress(packed?.packedBytes ?? bytes)
        task.control.noteMoved(UInt64(moved))
    }

    /// So many are there, by other ways than this copy's own ends as well.
    mutating func arrive(at count: UInt64) {
        bytes = count
        task.control.setProgress(bytes)
    }

    /// Tells where the time went, once there is something to tell.
    mutating func tellTimes(_ ends: LaneEnds, isLast: Bool) {
        let spent = times.take(
            isSourceLocal: ends.source.site.isLocal,
            isTargetLocal: ends.target?.site.isLocal ?? true, isLast: isLast)
        if let spent { task.control.note(spent) }
    }

    /// Ends both ends early; what was written stays as a part.
    func cancel() {
        if case .servers(let transfer, _) = mover { transfer.cancel() }
        source.cancel()
        sink.cancel()
    }
}
