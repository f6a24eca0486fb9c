import Files

/// Asks for digests of files: small ones in windows, each large one with the time that it takes to be
/// read there.
struct ChecksumReader: SessionPart {
    /// Bytes from which on a file is asked about alone.
    private static let large: UInt64 = 64 << 20
    /// Bytes a second that a slow disk reads, and a slow program digests.
    private static let slowRate = 10_000_000.0

    let session: Session

    /// As `Checksumming.checksums`.
    func checksums(
        of files: [Path], _ algorithm: ChecksumAlgorithm
    ) throws(FileSystemError) -> [Path: Checksum] {
        guard memory.knows(.checksum), let features = memory.features,
            let way = ChecksumCommand.known(algorithm, features), try choose(algorithm, way)
        else { return [:] }
        let entries = try DetailReader(session: session).details(of: files)
        var found: [Path: Checksum] = [:]
        for batch in DirectoryBatch.divide(files, prefersNames: memory.style.prefersNames) {
            try session.directory.enter(batch)
            var asked: [(path: Path, size: UInt64, command: Command)] = []
            for index in batch.indices {
                let path = files[index]
                guard entries.indices.contains(index), let size = entries[index]?.size,
                    let command = try way.command(path, as: session.directory.argument(for: path))
                else { continue }
                asked.append((path, size, command))
            }
            let small = asked.filter { $0.size < ChecksumReader.large }
            let results = control.window(small.map(\.command))
            for (one, result) in zip(small, results) {
                found[one.path] = take(try result.get(), way, algorithm, one.size)
            }
            for one in asked where one.size >= ChecksumReader.large {
                let seconds =
                    session.timeouts.idle + Double(one.size) / ChecksumReader.slowRate
                let reply = try control.final(
                    for: control.send(one.command), control.waitLimit(seconds))
                found[one.path] = take(reply, way, algorithm, one.size)
            }
        }
        if let loss = control.loss { throw loss }
        return found
    }

    private func take(
        _ reply: Reply, _ way: ChecksumCommand, _ algorithm: ChecksumAlgorithm, _ size: UInt64
    ) -> Checksum? {
        // FEAT promised what the server does not have.
        if reply.code == 500 || reply.code == 502 { memory.refuse(.checksum) }
        return way.checksum(in: reply, algorithm, size: size)
    }

    /// Chooses the algorithm of HASH, which is the session's; whether the server has it.
    private func choose(
        _ algorithm: ChecksumAlgorithm, _ way: ChecksumCommand
    ) throws(FileSystemError) -> Bool {
        guard way == .hash else { return true }
        return try control.exchange(
            Command("OPTS", "HASH \(ChecksumCommand.name(of: algorithm))")
        ).isSuccess
    }
}
