import Jobs
import NIOCore
import Words

/// Carries the body of one response to the visitor, part by part: the next one is made only when
/// the visitor has taken the one before. Confined to its event loop.
final class ResponseWriter {
    /// How it went.
    enum Outcome {
        /// The visitor has all of it.
        case done
        /// The rest will not come, for this reason.
        case failed(String)
        /// As `failed`; whatever makes the body cannot go on.
        case refused(Refusal)
    }

    /// How the bytes of files come to the visitor.
    enum Files {
        /// From the disk to the line, without passing through this process.
        case kernel
        /// Read in a thread: what is encrypted must pass through this process.
        case process
        /// Whichever is the quicker. One who writes to a disk of this machine is much faster when the bytes
        /// have passed through this process, and so through the processor's cache. The kernel comes
        /// first, so that nothing is held in memory for one who takes only a little.
        case quicker(SpeedTrial)

        var isKernels: Bool {
            switch self {
            case .kernel: true
            case .process: false
            case .quicker(let trial): trial.isKernels
            }
        }
    }

    private enum State {
        case new
        case writing(Listeners)
        case over
    }

    private struct Listeners {
        let began: () -> Void
        let ended: (Outcome) -> Void
    }

    /// Of bytes that go through this process, at once.
    private static let blockSize: UInt64 = 1 << 18

    private var state = State.new
    private var body: OutgoingBody
    private var pace = SendPace()
    private var handle: BorrowedHandle?
    private let visit: OpenVisit?
    private var files: Files
    /// When the part that is sent now was begun, in seconds.
    private var partBegan = 0.0
    private let output: any ResponseOutput
    private let work: any BlockingWork

    /// For the body of `response`, whose head was written to `output` before; it is a row of
    /// `visits` where something is downloaded.
    init(
        _ response: Response, to exchange: ServedExchange, files: Files, _ visits: Visits,
        _ output: any ResponseOutput, _ work: any BlockingWork
    ) {
        body = OutgoingBody(response.body, isHead: exchange.isHead)
        if let path = response.download, let request = exchange.request, !exchange.isHead {
            visit = visits.begin(.download, path, size: response.body.length, for: request)
        } else {
            visit = nil
        }
        self.files = files
        self.output = output
        self.work = work
    }

    /// `began` hears that a part is begun, which the visitor must take in time; `ended` how it
    /// went, once and last, unless it was cancelled before.
    func start(began: @escaping () -> Void, ended: @escaping (Outcome) -> Void) {
        state = .writing(Listeners(began: began, ended: ended))
        advance()
    }

    /// Nothing more is written; the visit ends for this reason.
    func cancel(_ reason: String) {
        visit?.end(.failed(reason))
        state = .over
    }

    /// What follows is done when the visitor has taken the next part.
    private func advance() {
        guard case .writing(let listeners) = state else { return }
        listeners.began()
        partBegan = Visits.now
        let isKernels = files.isKernels
        switch body.next(limit: limit(isKernels: isKernels)) {
        case nil: write(nil)
        case .bytes(let bytes): write(.byteBuffer(bytes))
        case .pull(let blocks): pull(blocks)
        case .file(let file, let range):
            if isKernels {
                sendThroughKernel(file, range)
            } else {
                read(file, range)
            }
        }
    }

    /// Bytes of the next part.
    private func limit(isKernels: Bool) -> UInt64 {
        if case .process = files { return ResponseWriter.blockSize }
        return isKernels ? pace.step : min(pace.step, ResponseWriter.blockSize)
    }

    private func sendThroughKernel(_ file: OpenFile, _ range: Range<UInt64>) {
        // A file that became shorter has nothing to send, and the kernel would be asked for ever.
        let end = range.upperBound
        guard file.reaches(end) else { return self.end(.failed(ResponseWriter.shortened)) }
        if handle?.file !== file { handle = BorrowedHandle(file) }
        guard let handle = handle?.handle else { return }
        let region = FileRegion(
            fileHandle: handle, readerIndex: Int(clamping: range.lowerBound),
            endIndex: Int(clamping: end))
        write(.fileRegion(region)) { [weak self] in
            guard let self, case .writing = self.state else { return false }
            if file.reaches(end) { return true }
            self.end(.failed(ResponseWriter.shortened))
            return false
        }
    }

    private func read(_ file: OpenFile, _ range: Range<UInt64>) {
        let count = Int(range.upperBound - range.lowerBound)
        work.run {
            () -> Result<ByteBuffer, Refusal> in
            Result { () throws(Refusal) in
                var block = ByteBuffer()
                try file.read(at: range.lowerBound, count: count, to: &block)
                return block
            }
        } then: { [self] result in
            guard case .writing = state else { return }
            switch result {
            case .success(let bytes) where bytes.readableBytes == count: write(.byteBuffer(bytes))
            case .success: end(.failed(ResponseWriter.shortened))
            case .failure(let refusal): end(.failed(refusal.sentence))
            }
        }
    }

    private func pull(_ blocks: Blocks) {
        work.run {
            () -> Result<[UInt8]?, Refusal> in
            Result { () throws(Refusal) in try blocks.next() }
        } then: { [self] result in
            guard case .writing = state else { return }
            switch result {
            case .failure(let refusal): end(.refused(refusal))
            case .success(let bytes):
                do throws(OutgoingBody.WrongLength) {
                    try body.took(bytes?.count)
                    write(bytes.map { .byteBuffer(ByteBuffer(bytes: $0)) })
                } catch {
                    end(.failed(error.sentence))
                }
            }
        }
    }

    /// Nil ends the response.
    private func write(_ part: IOData?, check: (() -> Bool)? = nil) {
        let count = part?.readableBytes ?? 0
        let isLast = part == nil || body.isAtEnd
        output.write(part, isLast: isLast, check: check) { [weak self] result, seconds in
            self?.wrote(result, count, isLast: isLast, seconds)
        }
    }

    private func wrote(
        _ result: Result<Void, any Error>, _ count: Int, isLast: Bool, _ seconds: Double
    ) {
        guard case .writing = state else { return }
        guard case .success = result else { return end(.failed(tr("The visitor cancelled it."))) }
        if count > 0 { visit?.advance(by: count) }
        if case .quicker(var trial) = files {
            trial.note(count, Visits.now - partBegan)
            files = .quicker(trial)
        }
        pace.took(seconds)
        if isLast {
            end(.done)
        } else {
            advance()
        }
    }

    private func end(_ outcome: Outcome) {
        guard case .writing(let listeners) = state else { return }
        state = .over
        switch outcome {
        case .done:
            visit?.end(.done)
            handle = nil
        case .failed(let reason): visit?.end(.failed(reason))
        case .refused(let refusal): visit?.end(.failed(refusal.sentence))
        }
        listeners.ended(outcome)
    }

    private static let shortened = tr("The file shrank while it was being sent.")
}
