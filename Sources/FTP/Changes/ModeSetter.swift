import Files
import Words

/// Sets files' modes, by the command that the server knows, many in one window.
struct ModeSetter: ConnectionPart {
    let connection: Connection

    /// Whether there may be a command for it.
    var isPossible: Bool { ModeCommand.allCases.contains { memory.knows($0.ability) } }

    /// The command that is known to set the mode of `path`; nil where that has to be found out, or
    /// there is none.
    func certainCommand(for path: Path) -> ModeCommand? {
        if SiteCommands.keeps(path), memory.isCertain(of: .setMode) { return .site }
        return memory.isCertain(of: .setModeByFact) ? .fact : nil
    }

    /// Whether no command can take `path` for another one.
    func isSafe(for path: Path) -> Bool {
        SiteCommands.keeps(path) || memory.features?.setsModes ?? false
    }

    /// Each with its answer in their order; `.unsupported` where no command is left to try. `modes`
    /// hold the permissions' bits.
    func set(
        _ modes: [(path: Path, mode: UInt16)]
    ) -> [Result<Void, FileSystemError>] {
        var results = modes.map { unsupported($0.path) }
        if !modes.isEmpty, connection.session == nil, let error = connectionFailure() {
            // What FEAT says, the commands depend on.
            return modes.map { _ in .failure(error) }
        }
        // Servers that know MFF may take the names behind SITE for others.
        let hasFacts = memory.features?.setsModes ?? false
        let odd = modes.indices.filter { hasFacts && !SiteCommands.keeps(modes[$0].path) }
        let plain = odd.isEmpty ? Array(modes.indices) : modes.indices.filter { !odd.contains($0) }
        if set(plain[...], of: modes, by: ModeCommand.allCases, &results) {
            _ = set(odd[...], of: modes, by: [.fact], &results)
        } else if let index = plain.last {
            for other in odd { results[other] = results[index] }
        }
        return results
    }

    private func unsupported(_ path: Path) -> Result<Void, FileSystemError> {
        .failure(
            FileSystemError(
                .unsupported, path: path,
                detail:
                    tr(
                        "\(path.text(on: site)) keeps its permissions, because the server has no "
                            + "command to set them.")
            ))
    }

    /// Sets those at the indices `open`, by the first of the commands that the server knows; false where
    /// the connection is gone.
    private func set(
        _ open: ArraySlice<Int>, of modes: [(path: Path, mode: UInt16)], by ways: [ModeCommand],
        _ results: inout [Result<Void, FileSystemError>]
    ) -> Bool {
        var open = open
        for way in ways {
            // What was refused in a way that may mean the command as well as the name.
            var doubtful: [Int] = []
            // One file tells whether the server knows the command; then come the others.
            while !open.isEmpty, memory.knows(way.ability) {
                let part = memory.isCertain(of: way.ability) ? open : open.prefix(1)
                let (found, isDoubtful) = set(part.map { modes[$0] }, by: way)
                if !memory.knows(way.ability) { break }
                for (index, result) in zip(part, found) { results[index] = result }
                open = open.dropFirst(part.count)
                if isDoubtful { doubtful += part }
                if case .failure(let error) = found.last,
                    connection.session == nil || connection.isInterrupted
                {
                    // Without a connection the others need not be tried one by one.
                    for index in open { results[index] = .failure(error) }
                    return false
                }
            }
            if !memory.knows(way.ability) {
                for index in doubtful { results[index] = unsupported(modes[index].path) }
            }
            open = (doubtful + open)[...]
        }
        return true
    }

    /// Why there is no connection to be had; nil where there is one.
    private func connectionFailure() -> FileSystemError? {
        do throws(FileSystemError) {
            _ = try connection.ready()
            return nil
        } catch {
            return error
        }
    }

    /// Also whether a refusal may have meant the command.
    private func set(
        _ modes: [(path: Path, mode: UInt16)], by way: ModeCommand
    ) -> (results: [Result<Void, FileSystemError>], isDoubtful: Bool) {
        var isDoubtful = false
        let results = PathWindow(connection: connection).apply(to: modes.map(\.path)) {
            session, index throws(FileSystemError) in
            let (path, mode) = modes[index]
            return [try way.command(mode, of: path, as: session.directory.argument(for: path))]
        } judge: { replies, index, session, _ in
            let reply = replies[0]
            let isCertain = memory.isCertain(of: way.ability)
            if !isCertain, [202, 500, 502, 504].contains(reply.code) {
                memory.refuse(way.ability)
            } else if !isCertain, reply.code == 501 {
                // It may as well be the name that is wrong.
                isDoubtful = true
                if SiteCommands.isPlain(modes[index].path) { memory.doubt(way.ability) }
            } else {
                // A refusal of the file is no ignorance of the command.
                memory.confirm(way.ability)
            }
            if reply.isSuccess {
                memory.modeRefusals.noteTaken(in: modes[index].path.parent)
                return .success(())
            }
            return .failure(session.refusal(reply, .setPermissions, modes[index].path))
        }
        return (results, isDoubtful)
    }
}
