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

    /// The owner first, because a change of owner takes set-user-ID away; then mode and time together,
    /// and where that is refused the time alone.
    private func setAttributes(_ handle: [UInt8]) {
        guard refusals.allows(.setStatus) else { return }
        let mode = refusals.allows(.setMode) ? creation.mode : nil
        guard let owner = creation.owner, mode != nil else { return set(mode, handle) }
        ask(.setOpenStatus(handle, Attributes(owner: owner))) { [self] answer in
            guard case .failure(let error) = judge(answer) else { return set(mode, handle) }
            remark(.owner, error)
            // What runs as its owner would run as somebody else.
            set(mode.map { $0 & 0o777 }, handle)
        }
    }

    private func set(_ mode: UInt16?, _ handle: [UInt8]) {
        let times = Attributes(times: Attributes.times(creation.modified))
        var all = times
        all.permissions = mode.map { UInt32($0) & 0o7777 }
        guard all != Attributes() else { return }
        ask(.setOpenStatus(handle, all)) { [self] answer in
            guard case .failure(let error) = judge(answer) else { return }
            guard mode != nil, times != Attributes() else {
                if error.kind == .unsupported { refusals.note(.setStatus) }
                return remark(mode == nil ? .time : .mode, error)
            }
            set(times, handle, without: error)
        }
    }

    /// Sets the times alone, after the mode was refused with them.
    private func set(_ times: Attributes, _ handle: [UInt8], without refused: FileSystemError) {
        ask(.setOpenStatus(handle, times)) { [self] answer in
            switch judge(answer) {
            case .success:
                if refusals.isRefusal(refused, of: .setMode) { refusals.note(.setMode) }
                remark(.mode, refused)
            case .failure(let error):
                if error.kind == .unsupported { refusals.note(.setStatus) }
                remark(.modeAndTime, error)
            }
        }
    }

    private func remark(_ lost: LostAttribute, _ error: FileSystemError) {
        let sentence =
            error.reply.map { lost.sentence(because: $0) } ?? "\(lost.sentence) \(error.detail)"
        written.remark = written.remark.map { "\($0) \(sentence)" } ?? sentence
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
            try Answer(answer, .name, file, on: channel.site).done()
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
