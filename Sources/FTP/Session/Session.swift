import Files
import Transport

/// A connection that is logged in: what everything works with that is said on it. All that survives
/// a reconnection is in `memory`.
final class Session {
    let control: ControlConnection
    let timeouts: Timeouts
    /// What of a listing is kept.
    let listingLimits: DirectoryBuilder.Limits
    let log: ExchangeLog
    let protection: Protection
    let directory: WorkingDirectory
    let data: DataConnector
    var type = TransferType.unknown
    /// Whether the last REST was not 0: some servers keep it for the next transfer.
    var hasRestarted = false
    /// What SIZE said of files that may be read next.
    var sizes = LearntSizes()

    init(
        over control: ControlConnection, _ timeouts: Timeouts,
        _ listingLimits: DirectoryBuilder.Limits, _ log: ExchangeLog, protection: Protection,
        data: DataConnector
    ) {
        self.control = control
        self.timeouts = timeouts
        self.listingLimits = listingLimits
        self.log = log
        self.protection = protection
        self.data = data
        directory = WorkingDirectory(control, data.dialer.interrupter)
    }

    var site: Site { control.site }
    var memory: ServerMemory { control.memory }

    /// Before a file that is sent from its start: what is left of an earlier REST would hold for it.
    func clearRestart() throws(FileSystemError) {
        guard hasRestarted else { return }
        let reply = try control.exchange(Command("REST", "0"))
        if reply.code == 421, let loss = control.loss { throw loss }
        hasRestarted = false
    }

    var isUsable: Bool { !control.isLost && !data.dialer.interrupter.isInterrupted }

    // MARK: Before a transfer or a listing

    func approach(_ directory: Path?, binary: Bool) throws(FileSystemError) -> Approach {
        let type = binary && !self.type.isBinary ? try Command("TYPE", "I") : nil
        guard let directory else { return Approach(type: type, way: nil) }
        return Approach(type: type, way: try self.directory.way(to: directory))
    }

    /// Reads the replies to an approach; the refusal where the directory could not be entered.
    func complete(
        _ approach: Approach, _ tickets: ArraySlice<ControlConnection.Ticket>
    ) throws(FileSystemError) -> Reply? {
        var tickets = tickets
        if approach.type != nil, let ticket = tickets.popFirst() {
            let reply = try control.final(for: ticket)
            type = reply.isSuccess ? .binary : .refused(reply)
        }
        guard let way = approach.way else { return nil }
        return try directory.follow(way, tickets)
    }

    // MARK: After one

    /// Takes in what the server still says to a transfer and to ABOR: some answer once, some twice,
    /// and a reply too many would answer the next command.
    func resynchronise(_ waitLimit: WaitLimit) throws(FileSystemError) {
        guard memory.namesDirectory else {
            return try control.resynchronise(by: Command("NOOP"), waitLimit) {
                $0.code == 200 && !$0.words.contains("abor")
            }
        }
        try control.resynchronise(by: Command("PWD"), waitLimit) { $0.code == 257 }
    }

    /// The error for a refusal, with the connection's loss taking precedence.
    func refusal(_ reply: Reply, _ attempt: Attempt, _ path: Path) -> FileSystemError {
        if reply.code == 421, let loss = control.loss { return loss }
        return ReplyMeaning.error(reply, attempt, path, on: site)
    }

    // MARK: Saying good-bye

    /// QUIT, waiting no longer than `timeouts.quit`.
    func quit() {
        if isUsable, let command = try? Command("QUIT"),
            let ticket = try? control.send(command)
        {
            _ = try? control.final(
                for: ticket, WaitLimit(idle: timeouts.quit, end: .after(seconds: timeouts.quit)))
        }
        control.close()
    }
}
