import Files
import Transport
import Words

/// The server's working directory, and how paths are written from within it (CWD, CDUP and PWD,
/// RFC 959 section 4.1.1).
final class WorkingDirectory {
    /// CWDs that lead to `target`, from where the server was.
    struct Way {
        let commands: [Command]
        fileprivate let target: Path
        fileprivate let origin: Path?
    }

    private let control: ControlConnection
    private let interrupter: Interrupter
    /// Nil where it is not known.
    private(set) var path: Path?

    init(_ control: ControlConnection, _ interrupter: Interrupter) {
        self.control = control
        self.interrupter = interrupter
    }

    private var memory: ServerMemory { control.memory }

    // MARK: Going there

    /// The way to `target`; nil where the server is there. From here on nobody knows where it is,
    /// until the replies are there.
    func way(to target: Path) throws(FileSystemError) -> Way? {
        guard target != path else { return nil }
        var commands: [Command] = []
        for step in memory.style.approach(to: target, from: path) {
            commands.append(try Command("CWD", step, path: target))
        }
        let way = Way(commands: commands, target: target, origin: path)
        path = nil
        return way
    }

    /// Reads the replies to a way; the refusal where the directory could not be entered.
    func follow(
        _ way: Way, _ tickets: ArraySlice<ControlConnection.Ticket>
    ) throws(FileSystemError) -> Reply? {
        var tickets = tickets
        var refusal: Reply?
        for _ in way.commands {
            guard let ticket = tickets.popFirst() else {
                throw control.lose(TransportError(.violation, tr("it did not open a directory")))
            }
            let reply = try control.final(for: ticket)
            if reply.isSuccess {
                if memory.style == .mvs {
                    memory.note(way.target, isPartitioned: reply.words.contains("partitioned"))
                }
            } else if refusal == nil {
                refusal = reply
            }
        }
        if let refusal {
            // After a step of several failed, nobody knows where the others led.
            path = way.commands.count == 1 ? way.origin : nil
            return refusal
        }
        path = way.target
        return nil
    }

    /// Enters `target`; the refusal where it cannot be.
    func enter(_ target: Path) throws(FileSystemError) -> Reply? {
        guard let way = try way(to: target) else { return nil }
        let refusal = try follow(way, control.send(way.commands)[...])
        guard refusal != nil, try enterByName(target) else { return refusal }
        return nil
    }

    /// Enters a directory next to the working one by its name alone, or by CDUP: for servers that
    /// take full names in another form than they give them. Whether it is entered now.
    func enterByName(_ target: Path) throws(FileSystemError) -> Bool {
        guard !control.isLost, !interrupter.isInterrupted, memory.style.prefersNames,
            let here = path, !here.isRoot || memory.style.hasRoot, target != here
        else { return false }
        let reply: Reply
        if let name = target.name, target.parent == here {
            reply = try control.exchange(Command("CWD", name.bytes, path: target))
        } else if target == here.parent, !target.isRoot || memory.style.hasRoot {
            reply = try leave()
        } else {
            return false
        }
        if let loss = control.loss { throw loss }
        guard reply.isSuccess else { return false }
        path = target
        return true
    }

    private func leave() throws(FileSystemError) -> Reply {
        if memory.knows(.parentCommand) {
            let reply = try control.exchange(Command("CDUP"))
            guard reply.isUnknownCommand else { return reply }
            memory.refuse(.parentCommand)
        }
        return try control.exchange(Command("CWD", ".."))
    }

    /// Enters the directory that holds `path` where its name has to be sent alone.
    func prepareName(of path: Path) throws(FileSystemError) {
        guard memory.style.prefersNames, !path.isRoot else { return }
        _ = try enter(path.parent)
        if let loss = control.loss { throw loss }
    }

    /// Enters a batch's directory. Where that is refused, names in full will tell why.
    func enter(_ batch: DirectoryBatch) throws(FileSystemError) {
        guard let directory = batch.directory else { return }
        _ = try enter(directory)
        if let loss = control.loss { throw loss }
    }

    // MARK: What is known of it

    /// After something that may have changed it.
    func forget() { path = nil }

    /// Learns from the reply to PWD where the server is, and how it writes that. The first one
    /// tells the home.
    func learn(from reply: Reply) {
        memory.namesDirectory = reply.code == 257
        guard let bytes = DirectoryReply.directory(in: reply) else { return }
        if memory.home == nil {
            memory.style = PathStyle(directory: bytes, system: memory.system)
            memory.home = memory.style.path(bytes)
        }
        path = memory.style.path(bytes)
    }

    // MARK: Names in commands

    /// How `path` is written in a command: its name alone within the working directory, which
    /// no server misreads as an option or a pattern; else in full.
    func argument(for path: Path) -> [UInt8] {
        if let name = path.name, self.path == path.parent { return name.bytes }
        return memory.style.file(path, isMember: memory.isPartitioned(path.parent))
    }

    /// The same for a directory to make or remove.
    func argument(forDirectory path: Path) -> [UInt8] {
        if let name = path.name, self.path == path.parent {
            return memory.style.subdirectory(name)
        }
        return memory.style.directory(path)
    }
}
