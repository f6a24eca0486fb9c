import Files

/// Sets a file's mode: SITE CHMOD, or MFF with the mode (draft-somers-ftp-mfxx).
struct ModeSetter: SessionPart {
    let session: Session

    /// `mode` holds the permissions' bits. `.unsupported` where the server knows no such command.
    func set(_ mode: UInt16, of path: Path) throws(FileSystemError) {
        try session.directory.prepareName(of: path)
        let name = session.directory.argument(for: path)
        if memory.knows(.setMode),
            try isTaken(ModeSetter.command(mode, of: path, as: name), path, as: .setMode)
        {
            return
        }
        if memory.knows(.setModeByFact),
            try isTaken(
                Command(
                    "MFF", Array("UNIX.mode=\(ModeSetter.octal(mode)); ".utf8) + name, path: path),
                path, as: .setModeByFact)
        {
            return
        }
        throw FileSystemError(
            .unsupported, path: path,
            detail: "\(path.text(on: site)) keeps its mode: the server has no command to set it.")
    }

    /// False where the server does not know the command.
    private func isTaken(
        _ command: Command, _ path: Path, as ability: ServerMemory.Ability
    ) throws(FileSystemError) -> Bool {
        let reply = try control.exchange(command)
        if reply.isSuccess { return true }
        guard reply.isUnknownCommand else {
            throw session.refusal(reply, "given another mode", path)
        }
        memory.refuse(ability)
        return false
    }

    /// The command that is tried first; `name` is how `path` is written now.
    static func command(
        _ mode: UInt16, of path: Path, as name: [UInt8]
    ) throws(FileSystemError) -> Command {
        try Command("SITE", Array("CHMOD \(octal(mode)) ".utf8) + name, path: path)
    }

    private static func octal(_ mode: UInt16) -> String {
        let digits = String(mode & 0o7777, radix: 8)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
