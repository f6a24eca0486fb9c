import Files
import Words

/// Asks the shell for checksums.
struct ChecksumQuestion {
    /// Files, or bytes of them together, from which on a script is sooner done than reading.
    private static let worthwhile = (count: 8, size: UInt64(256 << 10))

    let session: Session

    /// As `Checksumming.checksums`.
    func checksums(
        of files: [Path], _ algorithm: ChecksumAlgorithm
    ) throws(FileSystemError) -> [Path: Checksum] {
        guard let tools = ChecksumQuestion.tools(algorithm), session.shell.mayHelp else {
            return [:]
        }
        var definition = ShellScript()
        definition.add(tools)
        let question = FileQuestion(
            session: session, what: { tr("\(algorithm.rawValue) of \($0) files") },
            definition: definition)
        let known = try question.known(files)
        let size = known.reduce(UInt64(0)) {
            $0.addingReportingOverflow($1.1.size ?? 0).partialValue
        }
        let least = ChecksumQuestion.worthwhile
        guard known.count >= least.count || size >= least.size else { return [:] }
        return try question.words(of: known).compactMapValues { Checksum(algorithm, hex: $0) }
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
}
