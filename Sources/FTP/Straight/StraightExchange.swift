import Files
import Transport
import Words

/// Has a file sent from one FTP server straight to another: the one listens, the other connects to it,
/// and each gets its half of the transfer (RFC 959 section 2.3).
final class StraightExchange: StraightTransfer {
    private enum State {
        /// Nothing was asked yet.
        case untried
        case underWay(StraightRun)
        case over
    }

    private let source: Connection
    private let uploader: Uploader
    private let file: Path
    private let part: Part
    private let creation: Creation
    private var state = State.untried
    /// The ways that are left, the one that worked last first.
    private var ways: [StraightWay]
    /// Why others do not work.
    private var obstacles: [String] = []

    private var target: Connection { uploader.connection }

    init(
        _ file: Path, from source: Connection, to uploader: Uploader, _ part: Part,
        _ creation: Creation
    ) {
        self.source = source
        self.uploader = uploader
        self.file = file
        self.part = part
        self.creation = creation
        ways =
            uploader.memory.straightWay == .sourceListens
            ? [.sourceListens, .targetListens] : [.targetListens, .sourceListens]
    }

    func advance() throws(FileSystemError) -> StraightProgress {
        let now = state
        state = .over
        switch now {
        case .untried: return try begin()
        case .underWay(let run):
            let progress = try run.advance()
            switch progress {
            case .underWay: state = now
            case .refused(let reason):
                // They began, and then found no way to each other: there may be another one.
                obstacles.append(reason)
                return try begin()
            case .whole where !part.isInPlace:
                target.memory.notePartDirectory(part.file.parent)
            case .begun, .unfit, .whole: break
            }
            return progress
        case .over: return .unfit
        }
    }

    func cancel() {
        if case .underWay(let run) = state { run.abort() }
        state = .over
    }

    // MARK: Beginning

    private func begin() throws(FileSystemError) -> StraightProgress {
        guard let size = creation.size, size > creation.offset else { return .unfit }
        // A continued part is where it is; a new one goes where uploads put theirs.
        if creation.offset == 0 {
            guard !part.isInPlace,
                case .beside = try uploader.placement(of: part.file, for: part.id)
            else { return .unfit }
        }
        let from = StraightSide(source, try source.ready(), file)
        let to = StraightSide(target, try target.ready(), part.path)
        do throws(FileSystemError) {
            return try begin(from, to, size)
        } catch {
            for side in [from, to] { side.stop() }
            if error.kind == .cancelled || source.isInterrupted || target.isInterrupted {
                throw error
            }
            // What is wrong with the file itself shows again when its bytes come here.
            guard error.endsConnection else { return .unfit }
            // How much is in the part by now has to be asked again.
            guard creation.offset == 0 else { throw error }
            return .refused(error.detail)
        }
    }

    private func begin(
        _ from: StraightSide, _ to: StraightSide, _ size: UInt64
    ) throws(FileSystemError) -> StraightProgress {
        guard from.isEncrypted == to.isEncrypted else {
            let (safe, clear) = from.isEncrypted ? (from, to) : (to, from)
            return .refused(
                tr("\(safe.host) encrypts its data connections, but \(clear.host) does not."))
        }
        let asksTarget = creation.offset > 0 || !creation.replaces
        let named = creation.offset > 0 ? part.path : part.file
        let questions = (
            try from.ask(sizeOf: file), try to.ask(sizeOf: asksTarget ? named : nil)
        )
        let length = try from.answer(questions.0)
        let there = try to.answer(questions.1)
        guard length != nil, to.memory.knows(.size) else {
            let silent = length == nil ? from : to
            guard !silent.memory.knows(.size) else { return .unfit }
            return .refused(
                tr(
                    "\(silent.host) does not report sizes, so the copy could not be "
                        + "checked."))
        }
        guard length == size, from.session.type.isBinary, to.session.type.isBinary else {
            return .unfit
        }
        try uploader.check(there, of: part, against: creation)
        while let way = ways.first, from.session.isUsable, to.session.isUsable {
            ways.removeFirst()
            if let obstacle = try way.join(from, to) {
                obstacles.append(obstacle)
                for side in [from, to] { side.end() }
                continue
            }
            let run = StraightRun(
                from, to, part: part, file: file, size: size, offset: creation.offset)
            let progress = try run.begin(uploader, sizeThere: there)
            switch progress {
            case .begun:
                target.memory.straightWay = way
                state = .underWay(run)
            case .refused(let reason):
                obstacles.append(reason)
                continue
            case .underWay, .whole, .unfit: break
            }
            return progress
        }
        return .refused(reasons)
    }

    /// Each of the obstacles once.
    private var reasons: String {
        var reasons: [String] = []
        for obstacle in obstacles where !reasons.contains(obstacle) { reasons.append(obstacle) }
        return reasons.joined(separator: " ")
    }
}
