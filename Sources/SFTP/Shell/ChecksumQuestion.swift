import Files

/// Asks the shell for checksums. What it says of a file counts only where size and time are those that
/// SFTP tells: else it is another file.
struct ChecksumQuestion {
    /// Paths in one script.
    private static let window = 1_000
    /// Files, or bytes of them together, from which on a script is sooner done than reading.
    private static let worthwhile = (count: 8, size: UInt64(256 << 10))
    /// Bytes a second that a slow disk reads, and a slow program digests.
    private static let slowRate = 10_000_000.0
    /// Bytes of a line that can mean something.
    private static let lineLimit = 300

    let session: Session

    /// As `Checksumming.checksums`.
    func checksums(
        of files: [Path], _ algorithm: ChecksumAlgorithm
    ) throws(FileSystemError) -> [Path: Checksum] {
        guard let tools = ChecksumQuestion.tools(algorithm), session.shell.mayHelp else {
            return [:]
        }
        let entries = try EntryLookup(session: session).details(of: files)
        let known = zip(files, entries).compactMap { path, entry -> (Path, Entry)? in
            guard let entry, entry.kind == .file, entry.size != nil, entry.modified != nil else {
                return nil
            }
            return (path, entry)
        }
        let size = known.reduce(UInt64(0)) {
            $0.addingReportingOverflow($1.1.size ?? 0).partialValue
        }
        let least = ChecksumQuestion.worthwhile
        guard known.count >= least.count || size >= least.size else { return [:] }
        var found: [Path: Checksum] = [:]
        for start in stride(from: 0, to: known.count, by: ChecksumQuestion.window) {
            let end = min(known.count, start + ChecksumQuestion.window)
            guard try ask(Array(known[start..<end]), algorithm, tools, &found) else { break }
        }
        return found
    }

    /// One script; whether another may follow.
    private func ask(
        _ files: [(path: Path, entry: Entry)], _ algorithm: ChecksumAlgorithm, _ tools: String,
        _ found: inout [Path: Checksum]
    ) throws(FileSystemError) -> Bool {
        let largest = files.compactMap(\.entry.size).max() ?? 0
        var lines: [[UInt8]] = [[]]
        let ending = try session.shell.run(
            ChecksumQuestion.script(files.map(\.path), tools),
            "\(algorithm.rawValue) of \(files.count) files",
            silence: Double(largest) / ChecksumQuestion.slowRate
        ) { output in
            for byte in output {
                if byte == 0x0A {
                    if lines.count <= files.count { lines.append([]) }
                } else if lines[lines.count - 1].count < ChecksumQuestion.lineLimit {
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
            guard fields.count == 4, let size = file.entry.size,
                let seconds = file.entry.modified?.seconds,
                fields[1].elementsEqual("\(size)".utf8),
                fields[2].elementsEqual("\(seconds)".utf8)
            else { continue }
            found[file.path] = Checksum(algorithm, hex: fields[3])
        }
        if missing == files.count { session.shell.noteElsewhere() }
        return missing < files.count
    }

    /// Which programs may do it, as a shell's function; nil for what none is known to do.
    private static func tools(_ algorithm: ChecksumAlgorithm) -> String? {
        let name: String
        let shasum: String
        switch algorithm {
        case .md5: (name, shasum) = ("md5", "false")
        case .sha1: (name, shasum) = ("sha1", "shasum -a 1")
        case .sha256: (name, shasum) = ("sha256", "shasum -a 256")
        case .sha512: (name, shasum) = ("sha512", "shasum -a 512")
        case .crc32: return nil
        }
        return """
            h() { command -v "$1" >/dev/null 2>&1; }
            if h \(name)sum; then d() { \(name)sum; }
            elif h \(name); then d() { \(name) -q; }
            elif h \(shasum.split(separator: " ")[0]) && h perl; then d() { \(shasum); }
            elif h openssl; then d() { openssl dgst -\(name) -r; }
            else exit \(ShellScript.Status.toolless); fi

            """
    }

    /// A line for each file: its number, size, time, checksum; `?` behind the number where there is none
    /// of that name.
    private static func script(_ files: [Path], _ tools: String) -> ShellScript {
        var script = ShellScript()
        script.add(tools)
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
