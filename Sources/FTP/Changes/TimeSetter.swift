import Files
import Words

/// Sets files' times, by the command that the server knows.
struct TimeSetter: ConnectionPart {
    let connection: Connection

    /// Whether there may be a command that the server knows.
    var isPossible: Bool { TimeCommand.allCases.contains { memory.knows($0.ability) } }

    /// The command that the server is known to take.
    var certainCommand: TimeCommand? {
        TimeCommand.allCases.first { memory.knows($0.ability) }.flatMap { way in
            memory.isCertain(of: way.ability) ? way : nil
        }
    }

    /// Each with its answer; `.unsupported` where no command is left to try.
    func set(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        var results: [Result<Void, FileSystemError>] = times.map { time in
            .failure(
                FileSystemError(
                    .unsupported, path: time.path,
                    detail:
                        tr(
                            "\(time.path.text(on: site)) keeps its time, because the server has no "
                                + "command to set it.")
                ))
        }
        var open = Array(times.indices)[...]
        for way in TimeCommand.allCases {
            // One file tells whether the server knows the command; then come the others.
            open = open.filter { way.isSafe(for: times[$0].path) }[...]
            while !open.isEmpty, memory.knows(way.ability) {
                let part = memory.isCertain(of: way.ability) ? open : open.prefix(1)
                let found = set(part.map { times[$0] }, by: way)
                if !memory.knows(way.ability) { break }
                for (index, result) in zip(part, found) { results[index] = result }
                open = open.dropFirst(part.count)
                if case .failure(let error) = found.last,
                    connection.session == nil || connection.isInterrupted
                {
                    // Without a connection the others need not be tried one by one.
                    for index in open { results[index] = .failure(error) }
                    return results
                }
            }
        }
        return results
    }

    private func set(
        _ times: [(path: Path, time: Timestamp)], by way: TimeCommand
    ) -> [Result<Void, FileSystemError>] {
        PathWindow(connection: connection).apply(to: times.map(\.path)) {
            session, index throws(FileSystemError) in
            let (path, time) = times[index]
            let name = session.directory.argument(for: path)
            return [try way.command(time.seconds, of: path, as: name)]
        } judge: { replies, index, session, _ in
            let reply = replies[0]
            if reply.isSuccess {
                memory.confirm(way.ability)
                return .success(())
            }
            if way.isUnknown(reply), !memory.isCertain(of: way.ability) {
                memory.refuse(way.ability)
            }
            return .failure(session.refusal(reply, .setTime, times[index].path))
        }
    }
}
