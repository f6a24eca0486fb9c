import Files

/// After the login: sets the connection up, and learns what has to be known before the first
/// operation.
struct SessionSetup {
    let session: Session
    let first: FirstCommands

    private var control: ControlConnection { session.control }
    private var memory: ServerMemory { session.memory }

    /// Sets the connection up, and asks what the server can where that is not known yet, in one
    /// write.
    func run() throws(FileSystemError) {
        // What was said in clear counts no longer.
        let isEncrypted = session.protection.state != nil
        if isEncrypted, !memory.isEncrypted { memory.features = nil }
        memory.isEncrypted = isEncrypted
        let asksSystem = memory.features == nil || memory.pace.isSuspected
        // Where nobody has seen what becomes of commands that come with FEAT, none do.
        let isAskedAlone = memory.features == nil && memory.pace.isSingle
        if isAskedAlone { try learnFeatures() }
        let asksFeatures = memory.features == nil
        let isClientFirst = memory.features?.contains("CLNT") ?? false
        var commands = try session.protection.commands
        if asksFeatures { commands.append(try Command("FEAT")) }
        if asksSystem { commands.append(try Command("SYST")) }
        if isClientFirst { commands.append(try Command("CLNT", "Ferry")) }
        if memory.knows(.utf8) { commands.append(try Command("OPTS", "UTF8 ON")) }
        if memory.asksForUnixNames { commands.append(try Command("SITE", "NAMEFMT 1")) }
        commands.append(try Command("TYPE", "I"))
        if !asksFeatures { commands += try factOptions() }
        commands.append(try Command("PWD"))
        let replies = try first.replies(to: commands, isAnswered: isAskedAlone)
        var directory: Reply?
        for (command, reply) in zip(commands, replies) {
            switch command.verb {
            case "FEAT": memory.features = reply.isSuccess ? Features(reply) : Features()
            case "SYST": if reply.isSuccess { memory.system = reply.text }
            case "OPTS" where command.text == "OPTS UTF8 ON":
                // Some servers take it only after CLNT; vsftpd takes it without listing it.
                if reply.isFailure, isClientFirst || !asksFeatures { memory.refuse(.utf8) }
            case "TYPE": if reply.isSuccess { session.type = .binary }
            case "PWD":
                session.directory.learn(from: reply)
                directory = reply
            default: break
            }
        }
        try askForUnixNames(where: directory)
        guard asksFeatures, !control.isLost else { return }
        var options: [Command] = []
        if memory.features?.contains("CLNT") ?? false, memory.knows(.utf8) {
            options += [try Command("CLNT", "Ferry"), try Command("OPTS", "UTF8 ON")]
        }
        options += try factOptions()
        // Whatever the replies are, nothing hangs on them, so nobody waits.
        if !options.isEmpty { _ = try control.send(options) }
    }

    /// What FEAT says, and whether to send more than one command at a time.
    private func learnFeatures() throws(FileSystemError) {
        let reply = try first.featuresReply()
        let features = reply.isSuccess ? Features(reply) : Features()
        memory.features = features
        guard [.unknown, .simple].contains(memory.pace) else { return }
        memory.note(reply.code == 211 && features.isModern ? .promised : .simple)
    }

    /// Turns on the facts that MLSD would otherwise leave out.
    private func factOptions() throws(FileSystemError) -> [Command] {
        guard let facts = memory.features?.missingFacts else { return [] }
        return [try Command("OPTS", "MLST " + facts)]
    }

    /// An OS/400 that does not name files as Unix does is asked to.
    private func askForUnixNames(
        where directory: Reply?
    ) throws(FileSystemError) {
        guard !memory.asksForUnixNames, memory.system?.uppercased().contains("OS/400") ?? false,
            let directory, DirectoryReply.directory(in: directory)?.first != 0x2F, !control.isLost
        else { return }
        memory.asksForUnixNames = true
        let tickets = try control.send([Command("SITE", "NAMEFMT 1"), Command("PWD")])
        memory.home = nil
        _ = try control.final(for: tickets[0])
        session.directory.learn(from: try control.final(for: tickets[1]))
    }
}
