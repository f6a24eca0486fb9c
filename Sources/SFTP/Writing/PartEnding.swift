import Files
import Transport

/// What is done to an open part once all its bytes are answered, in one window: it is closed on the
/// channels beside the first, has its sync, its time and its mode, and its size is asked for.
final class PartEnding {
    private let file: Path
    private let creation: Creation
    private let channel: Channel
    private let refusals: Refusals
    private let done: (Result<WrittenPart, FileSystemError>) -> Void
    private var written = WrittenPart()
    private var failure: FileSystemError?
    /// Answers that are waited for.
    private var waiting = 0

    /// `done` hears of the end, once.
    init(
        _ file: Path, _ creation: Creation, over channel: Channel, _ refusals: Refusals,
        _ done: @escaping (Result<WrittenPart, FileSystemError>) -> Void
    ) {
        self.file = file
        self.creation = creation
        self.channel = channel
        self.refusals = refusals
        self.done = done
    }

    /// Sends all of it. `handle` is the first channel's, which stays open.
    func run(_ handle: [UInt8], _ ways: FileChannels?) {
        waiting = 1
        closeSides(ways)
        sync(handle)
        setAttributes(handle)
        askSize(handle)
        settled()
    }

    private func closeSides(_ ways: FileChannels?) {
        guard let ways, ways.areMany else { return }
        waiting += ways.closingCount
        ways.closeOthers { [self] answer in
            if case .failure(let error) = judge(answer) { note(error) }
            settled()
        }
    }

    private func sync(_ handle: [UInt8]) {
        guard refusals.allows(.sync), channel.version.has(.sync) else { return }
        ask(.extended(.sync, [.bytes(handle)])) { [self] answer in
            switch judge(answer) {
            case .success:
                refusals.noteSuccess(.sync)
                written.isSynced = true
            case .failure(let error) where refusals.isRefusal(error, of: .sync):
                refusals.note(.sync)
            case .failure(let error):
                // What is not on the disk is not written.
                note(error)
            }
        }
    }

    private func setAttributes(_ handle: [UInt8]) {
        let attributes = creation.attributes
        guard attributes != Attributes(), refusals.allows(.setStatus) else { return }
        ask(.setOpenStatus(handle, attributes)) { [self] answer in
            guard case .failure(let error) = judge(answer) else { return }
            if error.kind == .unsupported { refusals.note(.setStatus) }
            written.remark = "Its time could not be set: \(error.reply ?? error.detail)."
        }
    }

    private func askSize(_ handle: [UInt8]) {
        guard refusals.allows(.openStatus) else { return }
        ask(.openStatus(handle)) { [self] answer in
            switch answer {
            case .success(.attributes(let attributes)): written.size = attributes.size
            case .success(.status(.unsupported, _)): refusals.note(.openStatus)
            default: break
            }
        }
    }

    private func ask(_ request: Request, _ take: @escaping PendingReply.Taker) {
        waiting += 1
        channel.send(request) { [self] answer in
            take(answer)
            settled()
        }
    }

    private func judge(
        _ answer: Result<Reply, FileSystemError>
    ) -> Result<Void, FileSystemError> {
        Result { () throws(FileSystemError) in
            try Answer(answer, "finished", file, on: channel.site).done()
        }
    }

    private func note(_ error: FileSystemError) {
        failure = failure ?? error
    }

    private func settled() {
        waiting -= 1
        guard waiting == 0 else { return }
        done(failure.map { .failure($0) } ?? .success(written))
    }
}
