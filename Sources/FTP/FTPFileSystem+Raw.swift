package import Files

extension FTPFileSystem {
    package func raw(_ line: String) throws(FileSystemError) -> [String] {
        let command = try RawCommand(line).command
        return try perform(.unanswered) { session throws(FileSystemError) in
            let reply = try session.control.exchange(command)
            switch command.verb {
            case "CWD", "CDUP", "XCWD", "XCUP", "SMNT":
                session.directory.forget()
            case "SITE", "USER", "PASS", "ACCT", "HOST":
                session.directory.forget()
                session.type = .unknown
            case "TYPE":
                session.type = .unknown
            case "QUIT":
                dropSession()
            default: break
            }
            if reply.code == 421 { dropSession() }
            return reply.lines.map { VisibleText.make($0) }
        }
    }
}
