import Files

/// Asks the shell for a word about each of many files. What it says counts only where the file's size and
/// time are those that SFTP tells: else it is another file.
struct FileQuestion {
    /// Paths in one script.
    private static let window = 1_000
    /// Bytes a second that a slow disk reads, and a slow program works through.
    private static let slowRate = 10_000_000.0
    /// Bytes of a line that can mean something.
    private static let lineLimit = 300

    let session: Session
    /// What the log says is asked of so many files.
    let what: (_ count: Int) -> String
    /// Commands that define `d`, which reads a file from its input and writes a word; or that end the
    /// script where nothing can do it.
    let definition: ShellScript

    /// What SFTP tells of the files, where that is enough to know them again.
    func known(_ files: [Path]) throws(FileSystemError) -> [(path: Path, entry: Entry)] {
        let entries = try EntryLookup(session: session).details(of: files)
        return zip(files, entries).compactMap { path, entry in
            guard let entry, entry.kind == .file, entry.size != nil, entry.modified != nil else {
                return nil
            }
            return (path, entry)
        }
    }

    /// The word of each file, `-` for one that could not be read; those are missing of which nothing
    /// was learned.
    func words(
        of files: [(path: Path, entry: Entry)], isStopped: () -> Bool = { false }
    ) throws(FileSystemError) -> [Path: [UInt8]] {
        var found: [Path: [UInt8]] = [:]
        for start in stride(from: 0, to: files.count, by: FileQuestion.window) {
            let end = min(files.count, start + FileQuestion.window)
            guard try ask(Array(files[start..<end]), isStopped, &found) else { break }
        }
        return found
    }

    /// One script; whether another may follow.
    private func ask(
        _ files: [(path: Path, entry: Entry)], _ isStopped: () -> Bool,
        _ found: inout [Path: [UInt8]]
    ) throws(FileSystemError) -> Bool {
        // The script works through them one after the other, and speaks after each.
        let largest = files.compactMap(\.entry.size).max() ?? 0
        var lines: [[UInt8]] = [[]]
        let ending = try session.shell.run(
            script(files.map(\.path)), what(files.count),
            silence: Double(largest) / FileQuestion.slowRate, isStopped: isStopped
        ) { output in
            for byte in output {
                if byte == 0x0A {
                    if lines.count <= files.count { lines.append([]) }
                } else if lines[lines.count - 1].count < FileQuestion.lineLimit {
                    lines[lines.count - 1].append(byte)
                }
            }
            return true
        }
        guard ending == .status(0) else { return false }
        var missing = 0
        for line in lines {
            let fields = line.split(separator: 0x20)
            // Whatever else stands between the lines, each says of which file it is.
            guard let first = fields.first, let index = Int(String(decoding: first, as: UTF8.self)),
                files.indices.contains(index)
            else { continue }
            if fields.count == 2, fields[1].elementsEqual("?".utf8) { missing += 1 }
            let file = files[index]
            if fields.count == 2, fields[1].elementsEqual("-".utf8) { found[file.path] = [0x2D] }
            guard fields.count == 4, let size = file.entry.size,
                let seconds = file.entry.modified?.seconds,
                fields[1].elementsEqual("\(size)".utf8),
                fields[2].elementsEqual("\(seconds)".utf8)
            else { continue }
            found[file.path] = Array(fields[3])
        }
        if missing == files.count { session.shell.noteElsewhere() }
        return missing < files.count
    }

    /// A line for each file: its number, size, time and word; `?` behind the number where there is none of
    /// that name.
    private func script(_ files: [Path]) -> ShellScript {
        var script = definition
        script.add(
            """
            c() {
            s=$(stat -Lc '%s %Y' -- "$2" 2>/dev/null || stat -Lf '%z %m' -- "$2" 2>/dev/null) || {
            echo "$1 ?"; return; }
            test -f "$2" && t=$(d <"$2") && echo "$1 $s ${t%% *}" || echo "$1 -"
            }

            """)
        for (index, file) in files.enumerated() {
            script.add("c \(index) ")
            script.add(word: file.bytes)
            script.add("\n")
        }
        return script
    }
}
