import Files
import Words

/// Commands for many paths, sent dozens ahead of their replies.
struct PathWindow: ConnectionPart {
    let connection: Connection

    /// Sends the commands for each path. What a lost connection left unanswered is sent once more
    /// on a new one; `judge`, which gets the path's index and a reply to each of its commands,
    /// learns that it was.
    func apply(
        to paths: [Path],
        commands: (Session, Int) throws(FileSystemError) -> [Command],
        judge: ([Reply], Int, Session, _ wasSentBefore: Bool) -> Result<Void, FileSystemError>
    ) -> [Result<Void, FileSystemError>] {
        var results: [Result<Void, FileSystemError>?] = Array(repeating: nil, count: paths.count)
        var isRepeat = false
        while true {
            let open = paths.indices.filter { results[$0] == nil }
            guard !open.isEmpty else { break }
            do {
                let session = try connection.ready()
                try apply(
                    to: open, of: paths, on: session, isRepeat: isRepeat, &results,
                    commands: commands, judge: judge)
            } catch {
                let mayRepeat =
                    !isRepeat && error.kind == .connection && !connection.isInterrupted
                    && connection.session?.control.isLost ?? false
                guard mayRepeat else {
                    for index in open where results[index] == nil {
                        results[index] = .failure(error)
                    }
                    break
                }
                isRepeat = true
                connection.drop()
                log.retry()
            }
        }
        return results.map { result in
            result ?? .failure(FileSystemError(.other, detail: tr("The server did not answer.")))
        }
    }

    private func apply(
        to open: [Int], of paths: [Path], on session: Session, isRepeat: Bool,
        _ results: inout [Result<Void, FileSystemError>?],
        commands: (Session, Int) throws(FileSystemError) -> [Command],
        judge: ([Reply], Int, Session, _ wasSentBefore: Bool) -> Result<Void, FileSystemError>
    ) throws(FileSystemError) {
        let approach = try session.approach(nil, binary: true)
        _ = try session.complete(approach, session.control.send(approach.commands)[...])
        let batches = DirectoryBatch.divide(
            open.map { paths[$0] }, prefersNames: memory.style.prefersNames)
        for batch in batches {
            try session.directory.enter(batch)
            var window: [Command] = []
            var sent: [(index: Int, count: Int)] = []
            for index in batch.indices.map({ open[$0] }) {
                do {
                    let own = try commands(session, index)
                    window += own
                    sent.append((index, own.count))
                } catch {
                    results[index] = .failure(error)
                }
            }
            var answers = session.control.window(window)[...]
            for (index, count) in sent {
                var replies: [Reply] = []
                for answer in answers.prefix(count) {
                    let reply = try answer.get()
                    if reply.code == 421, let loss = session.control.loss { throw loss }
                    replies.append(reply)
                }
                answers = answers.dropFirst(count)
                results[index] =
                    replies.count == count
                    ? judge(replies, index, session, isRepeat)
                    : .failure(
                        FileSystemError(
                            .other, path: paths[index], detail: tr("The server did not answer.")))
            }
        }
    }
}
