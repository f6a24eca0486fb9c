import Files
import Words

extension ControlConnection {
    /// Commands under way at a time.
    private static let windowLimit = 50
    /// Their bytes, so that no buffer on the way can fill up.
    private static let windowBytes = 8 << 10

    /// Sends many commands ahead of their replies, so that a distant server costs a round trip for
    /// dozens. A result for each command, in their order; after a failure the rest have it too.
    func window(_ commands: [Command]) -> [Result<Reply, FileSystemError>] {
        var results: [Result<Reply, FileSystemError>] = []
        var waiting: ArraySlice<(ticket: Ticket, size: Int)> = []
        var sent = 0
        var bytes = 0
        do {
            // Of all of them first: what is under way is not to be passed over.
            try learnTelnet(for: commands)
            while results.count < commands.count {
                var batch: [Command] = []
                while sent < commands.count,
                    waiting.count + batch.count < ControlConnection.windowLimit,
                    bytes + commands[sent].escaped.count <= ControlConnection.windowBytes
                        || bytes == 0
                {
                    batch.append(commands[sent])
                    bytes += commands[sent].escaped.count
                    sent += 1
                }
                if !batch.isEmpty {
                    let tickets = try send(batch)
                    waiting += zip(tickets, batch.map(\.escaped.count)).map { ($0, $1) }
                }
                // One reply is waited for; those that came with it are taken along.
                guard let first = waiting.popFirst() else { break }
                results.append(.success(try final(for: first.ticket)))
                bytes -= first.size
                while let next = waiting.first, let reply = try readyReply(to: next.ticket) {
                    if reply.isPreliminary { continue }
                    waiting.removeFirst()
                    bytes -= next.size
                    results.append(.success(reply))
                }
            }
        } catch {
            while results.count < commands.count { results.append(.failure(error)) }
        }
        return results
    }

    /// Before the first name with the byte 0xFF: whether the server takes that for Telnet's, and
    /// has to get it twice.
    func learnTelnet(for commands: [Command]) throws(FileSystemError) {
        guard memory.telnet == .unknown, isLoggedIn, loss == nil,
            commands.contains(where: \.needsEscape)
        else { return }
        // Should the question be the end of the connection, it is not asked again.
        memory.telnet = .escaped
        guard let reply = try final(for: send(.telnetQuestion), within: briefWait) else {
            throw lose(
                FileSystemError(
                    .connection,
                    detail: tr(
                        "\(VisibleText.make(site.host)) stopped answering after a Telnet "
                            + "command."),
                    isTransient: true))
        }
        if reply.isFailure, loss == nil { memory.telnet = .literal }
    }
}
