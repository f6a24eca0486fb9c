import Files
import Transport

/// Sizes and times of many files: SIZE and MDTM, in windows.
struct DetailReader: SessionPart {
    let session: Session

    /// The same on any connection.
    static func details(
        of files: [Path], over connection: Connection
    ) throws(FileSystemError) -> [Entry?] {
        try connection.perform(.always) { session throws(FileSystemError) in
            try DetailReader(session: session).details(of: files)
        }
    }

    /// Nil for each of which nothing could be learnt.
    func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        var entries: [Entry?] = Array(repeating: nil, count: files.count)
        let approach = try session.approach(nil, binary: true)
        _ = try session.complete(approach, control.send(approach.commands)[...])
        let asksSize = memory.knows(.size)
        let asksTime = memory.knows(.modified)
        for batch in DirectoryBatch.divide(files, prefersNames: memory.style.prefersNames) {
            try session.directory.enter(batch)
            var commands: [Command] = []
            var asked: [(index: Int, isSize: Bool)] = []
            for index in batch.indices {
                let argument = session.directory.argument(for: files[index])
                if asksSize, let command = try? Command("SIZE", argument) {
                    commands.append(command)
                    asked.append((index, true))
                }
                if asksTime, let command = try? Command("MDTM", argument) {
                    commands.append(command)
                    asked.append((index, false))
                }
            }
            let results = control.window(commands)
            for (result, (index, isSize)) in zip(results, asked) {
                let reply = try result.get()
                guard reply.code == 213, let name = files[index].name else {
                    memory.note(reply, of: isSize ? .size : .modified)
                    continue
                }
                var entry = entries[index] ?? Entry(name: name, kind: .file)
                if isSize {
                    entry.size = ReplyValues.size(reply)
                    if let size = entry.size {
                        session.sizes.note(size, of: files[index], at: Deadline.now())
                    }
                } else {
                    entry.modified = ReplyValues.time(reply).map { Timestamp(seconds: $0) }
                }
                entries[index] = entry
            }
        }
        if let loss = control.loss { throw loss }
        return entries
    }
}
