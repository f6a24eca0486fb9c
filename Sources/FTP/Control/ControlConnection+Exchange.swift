import Files

extension ControlConnection {
    /// Sends a command; the ticket is for its reply.
    func send(_ command: Command) throws(FileSystemError) -> Ticket {
        try send([command])[0]
    }

    /// Sends a command and waits for its final reply.
    func exchange(_ command: Command) throws(FileSystemError) -> Reply {
        try final(for: send(command))
    }
}
