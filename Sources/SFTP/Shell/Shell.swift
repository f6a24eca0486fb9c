import Files
import Transport
import Words

/// A shell of the far side's, which does in one exchange what SFTP needs many for; and what is known of
/// whether there is one. Belongs to one worker.
///
/// What a shell calls by a path may be something else to SFTP (a server that shows one folder as its
/// root, Synology). So whoever runs a script proves first that both see the same, and says so with
/// `noteElsewhere` where they do not.
final class Shell {
    /// How a script has ended.
    enum Ending: Hashable {
        case status(CInt)
        /// It was broken off there, or says what cannot be understood.
        case broken
        /// There was no shell for it: nothing was run.
        case missing
    }

    /// How many times as long as an answer of SFTP's a script may be silent: it waits for a disk.
    private static let patience = 20.0
    /// Seconds that the mark may take: what a server runs in a shell's place may wait for somebody to
    /// type.
    private static let firstPatience = 10.0
    /// Seconds between two looks at whether it is still wanted.
    private static let lookInterval = 0.25
    /// Seconds that a script takes beside the round trips: programs are started on both sides.
    private static let startTime = 0.06
    /// Round trips that a script takes.
    private static let roundTrips = 5.0

    private let channel: Channel
    private let refusals: Refusals
    private let isWanted: Bool
    private let open: ([UInt8]) throws(FileSystemError) -> ShellOpening
    /// Whether nothing more is to be tried on this connection.
    private var isGivenUp = false

    /// `open` starts one that reads a script.
    init(
        beside channel: Channel, _ refusals: Refusals,
        _ open: @escaping ([UInt8]) throws(FileSystemError) -> ShellOpening
    ) {
        self.channel = channel
        self.refusals = refusals
        self.open = open
        isWanted = channel.site[SFTPOptions.shell]
    }

    /// Whether one may be there.
    var mayHelp: Bool { isWanted && !isGivenUp && refusals.allows(.shell) }

    /// Seconds that a script takes at least, as far as is known.
    var delay: Double {
        Shell.startTime + Shell.roundTrips * (channel.quickestAnswer ?? 0)
    }

    /// The shell does not see what SFTP sees: none is asked for any more.
    func noteElsewhere() {
        guard refusals.allows(.shell) else { return }
        channel.log.remark(
            tr(
                "The shell of \(VisibleText.make(channel.site.host)) does not see the same files as "
                    + "SFTP, so Ferry does not use it."))
        refusals.note(.shell)
    }

    /// Runs a script and gives its output to `take`, in pieces, until that says no; `isStopped` is asked
    /// now and then, and ends it. `what` is what the log says of it. `silence`: seconds more that it may
    /// say nothing.
    /// Throws `.cancelled` where it was stopped or interrupted.
    func run(
        _ script: ShellScript, _ what: String, silence: Double = 0,
        isStopped: () -> Bool = { false }, _ take: ([UInt8]) -> Bool
    ) throws(FileSystemError) -> Ending {
        guard mayHelp else { return .missing }
        channel.log.post(.sent, tr("shell: \(what)"))
        let start = Deadline.now()
        let ending = try ran(script, silence, isStopped, take)
        let elapsed = Deadline.now() - start
        switch ending {
        case .status(let status):
            channel.log.post(.received, tr("shell: ended with \(status)"), elapsed: elapsed)
        case .broken:
            channel.log.post(.received, tr("shell: interrupted"), elapsed: elapsed)
        case .missing:
            channel.log.post(.received, tr("shell: not available"), elapsed: elapsed)
        }
        return ending
    }

    private func ran(
        _ script: ShellScript, _ silence: Double, _ isStopped: () -> Bool,
        _ take: ([UInt8]) -> Bool
    ) throws(FileSystemError) -> Ending {
        let opening: ShellOpening
        do throws(FileSystemError) {
            opening = try open(script.bytes)
        } catch {
            guard error.kind != .cancelled else { throw error }
            isGivenUp = true
            return .missing
        }
        switch opening {
        case .unavailable: return .missing
        case .absent:
            refusals.note(.shell)
            return .missing
        case .opened(let carrier):
            defer { carrier.close() }
            return try read(carrier, silence, isStopped, take)
        }
    }

    private func read(
        _ carrier: any Carrier, _ silence: Double, _ isStopped: () -> Bool,
        _ take: ([UInt8]) -> Bool
    ) throws(FileSystemError) -> Ending {
        var output = ShellOutput()
        let room = Buffer(capacity: 64 << 10)
        let timeout = Double(channel.site.timeout)
        let patience = timeout * Shell.patience + silence
        var deadline = Deadline.after(seconds: min(Shell.firstPatience, timeout))
        while true {
            if isStopped() {
                throw FileSystemError(.cancelled, detail: tr("The operation was stopped."))
            }
            do throws(TransportError) {
                let look = WaitLimit(idle: Shell.lookInterval, end: deadline)
                let count = try carrier.stream.read(into: room.bytes, look)
                guard count > 0 else { break }
                let piece = UnsafeRawBufferPointer(rebasing: room.bytes[..<count])
                let sure = output.feed(piece)
                if output.hasBegun { deadline = .after(seconds: patience) }
                if !sure.isEmpty, !take(sure) { return .broken }
                if output.isForeign { break }
            } catch {
                switch error.kind {
                case .cancelled:
                    throw FileSystemError(.cancelled, detail: tr("The operation was stopped."))
                case .timeout where !deadline.hasPassed: continue
                case .timeout where !output.hasBegun:
                    // It may be the line that is slow: no reason to remember it.
                    isGivenUp = true
                    return .missing
                default:
                    guard output.hasBegun else { return missing(carrier) }
                    return .broken
                }
            }
        }
        guard output.hasBegun else { return missing(carrier) }
        guard let last = output.last else { return .broken }
        if !last.output.isEmpty { _ = take(last.output) }
        return .status(last.status)
    }

    /// What runs there in its place has ended, or writes something else; or the line is lost.
    private func missing(_ carrier: any Carrier) -> Ending {
        switch carrier.failure()?.kind {
        case .connection, .timeout, .cancelled: isGivenUp = true
        default: refusals.note(.shell)
        }
        return .missing
    }
}
