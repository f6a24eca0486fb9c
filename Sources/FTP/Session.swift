import Files
import Transport

/// A connection that is logged in, and what is known of its state: where it is, in which type.
/// All that survives a reconnection is in `memory`.
final class Session {
    let site: Site
    let waits: Waits
    let control: ControlConnection
    let memory: ServerMemory
    let log: ExchangeLog
    let interrupter: Interrupter
    let route: Route
    let encryption: Encryption
    /// What the connection's TLS is like; nil in clear.
    var tls: TLSState?
    /// Whose address data connections go to.
    let peer: SocketAddress
    let local: SocketAddress

    /// The server's working directory; nil where it is not known.
    private(set) var directory: Path?
    /// Whether TYPE I was accepted.
    private(set) var isBinary = false
    /// Whether the last REST was not 0: some servers keep it for the next transfer.
    var hasRestarted = false

    init(
        site: Site, waits: Waits, control: ControlConnection, peer: SocketAddress,
        local: SocketAddress, memory: ServerMemory, encryption: Encryption, log: ExchangeLog,
        route: Route
    ) {
        self.site = site
        self.waits = waits
        self.control = control
        self.peer = peer
        self.local = local
        self.memory = memory
        self.encryption = encryption
        self.log = log
        self.route = route
        interrupter = route.interrupter
    }

    var isUsable: Bool { !control.isLost && !interrupter.isInterrupted }

    // MARK: The working directory and the type

    /// What a transfer or a listing needs to be said first, in one write with what follows.
    struct Approach {
        var commands: [Command] = []
        fileprivate var setsType = false
        fileprivate var entersDirectory: Path?
        fileprivate var leavesDirectory: Path?
    }

    func approach(_ directory: Path?, binary: Bool) throws(FileSystemError) -> Approach {
        var approach = Approach()
        if binary, !isBinary {
            approach.commands.append(try Command("TYPE", "I"))
            approach.setsType = true
        }
        if let directory, directory != self.directory {
            approach.commands.append(
                try Command("CWD", directory.bytes, path: directory))
            approach.entersDirectory = directory
            approach.leavesDirectory = self.directory
            // Nobody may count on either until the reply is there.
            self.directory = nil
        }
        return approach
    }

    /// Reads the replies to an approach; the refusal where the directory could not be entered.
    func complete(
        _ approach: Approach, _ tickets: ArraySlice<ControlConnection.Ticket>
    ) throws(FileSystemError) -> Reply? {
        var tickets = tickets
        if approach.setsType, let ticket = tickets.popFirst() {
            // A server without TYPE has one type only.
            if try !control.final(for: ticket).isTransientFailure { isBinary = true }
        }
        guard let path = approach.entersDirectory, let ticket = tickets.popFirst() else {
            return nil
        }
        let reply = try control.final(for: ticket)
        if reply.isSuccess {
            directory = path
            return nil
        }
        directory = approach.leavesDirectory
        return reply
    }

    /// Enters `directory`; the refusal where it cannot be.
    func enter(_ directory: Path) throws(FileSystemError) -> Reply? {
        let approach = try approach(directory, binary: false)
        return try complete(approach, control.send(approach.commands)[...])
    }

    /// Forgets what a raw command may have changed.
    func forgetState(directory: Bool, type: Bool) {
        if directory { self.directory = nil }
        if type { isBinary = false }
    }

    func assume(directory: Path?) { self.directory = directory }

    func assumeBinary() { isBinary = true }

    /// How `path` is written in a command: its name alone within the working directory, which
    /// no server misreads as an option or a pattern; else in full.
    func argument(for path: Path) -> [UInt8] {
        if let name = path.name, directory == path.parent { return name.bytes }
        return path.bytes
    }

    // MARK: Saying good-bye

    /// QUIT, waiting no longer than `waits.quit`.
    func quit() {
        if isUsable, let command = try? Command("QUIT"),
            let ticket = try? control.send(command)
        {
            _ = try? control.final(
                for: ticket, Patience(idle: waits.quit, end: .after(seconds: waits.quit)))
        }
        control.close()
    }
}
