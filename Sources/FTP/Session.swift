import Files
import Transport

/// A connection that is logged in, and what is known of its state: where it is, in which type.
/// All that survives a reconnection is in `memory`.
final class Session {
    let site: Site
    let timeouts: Timeouts
    let control: ControlConnection
    let memory: ServerMemory
    let log: ExchangeLog
    let interrupter: Interrupter
    let dialer: Dialer
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
    /// What the server said instead of accepting it.
    private(set) var binaryRefusal: Reply?
    /// Whether the last REST was not 0: some servers keep it for the next transfer.
    var hasRestarted = false

    init(
        site: Site, timeouts: Timeouts, control: ControlConnection, peer: SocketAddress,
        local: SocketAddress, memory: ServerMemory, encryption: Encryption, log: ExchangeLog,
        dialer: Dialer
    ) {
        self.site = site
        self.timeouts = timeouts
        self.control = control
        self.peer = peer
        self.local = local
        self.memory = memory
        self.encryption = encryption
        self.log = log
        self.dialer = dialer
        interrupter = dialer.interrupter
    }

    var isUsable: Bool { !control.isLost && !interrupter.isInterrupted }

    // MARK: The working directory and the type

    /// What a transfer or a listing needs to be said first, in one write with what follows.
    struct Approach {
        var commands: [Command] = []
        fileprivate var setsType = false
        /// CWDs that lead there.
        fileprivate var steps = 0
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
            for step in memory.style.approach(to: directory, from: self.directory) {
                approach.commands.append(try Command("CWD", step, path: directory))
                approach.steps += 1
            }
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
            let reply = try control.final(for: ticket)
            if reply.isSuccess { assumeBinary() } else { binaryRefusal = reply }
        }
        guard let path = approach.entersDirectory else { return nil }
        var refusal: Reply?
        for _ in 0..<approach.steps {
            guard let ticket = tickets.popFirst() else {
                throw control.lose(TransportError(.violation, "a directory was not entered"))
            }
            let reply = try control.final(for: ticket)
            if reply.isSuccess {
                if memory.style == .mvs {
                    memory.note(path, isPartitioned: reply.words.contains("partitioned"))
                }
            } else if refusal == nil {
                refusal = reply
            }
        }
        if let refusal {
            // After a step of several failed, nobody knows where the others led.
            directory = approach.steps == 1 ? approach.leavesDirectory : nil
            return refusal
        }
        directory = path
        return nil
    }

    /// Enters `directory`; the refusal where it cannot be.
    func enter(_ directory: Path) throws(FileSystemError) -> Reply? {
        let approach = try approach(directory, binary: false)
        let refusal = try complete(approach, control.send(approach.commands)[...])
        guard refusal != nil, try enterByName(directory) else { return refusal }
        return nil
    }

    /// Enters a directory next to the working one by its name alone, or by CDUP: for servers that
    /// take full names in another form than they give them. Whether it is entered now.
    func enterByName(_ target: Path) throws(FileSystemError) -> Bool {
        guard isUsable, memory.style.prefersNames, let here = directory,
            !here.isRoot || memory.style.hasRoot, target != here
        else { return false }
        let reply: Reply
        if let name = target.name, target.parent == here {
            reply = try control.exchange(Command("CWD", name.bytes, path: target))
        } else if target == here.parent, !target.isRoot || memory.style.hasRoot {
            reply = try leaveDirectory()
        } else {
            return false
        }
        if let loss = control.loss { throw loss }
        guard reply.isSuccess else { return false }
        directory = target
        return true
    }

    private func leaveDirectory() throws(FileSystemError) -> Reply {
        if memory.knows(.parentCommand) {
            let reply = try control.exchange(Command("CDUP"))
            guard reply.isUnknownCommand else { return reply }
            memory.refuse(.parentCommand)
        }
        return try control.exchange(Command("CWD", ".."))
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
        return memory.style.file(path, isMember: memory.isPartitioned(path.parent))
    }

    /// The same for a directory to make or remove.
    func argument(forDirectory path: Path) -> [UInt8] {
        if let name = path.name, directory == path.parent {
            return memory.style.subdirectory(name)
        }
        return memory.style.directory(path)
    }

    /// Enters the directory that holds `path` where its name has to be sent alone.
    func prepareName(of path: Path) throws(FileSystemError) {
        guard memory.style.prefersNames, !path.isRoot else { return }
        _ = try enter(path.parent)
        if let loss = control.loss { throw loss }
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
