import Digests
package import Files
import Jobs
package import Transfers
import Words

/// Compares digests of both sides of a copy: those that servers tell, and where one tells none, that of
/// what is read there once more.
package struct DigestVerifier: CopyVerifier {
    /// The best first.
    private static let algorithms: [ChecksumAlgorithm] = [.sha256, .sha512, .sha1, .md5, .crc32]

    package init() {}

    package func verify(
        _ copies: [WrittenCopy], from source: any FileSystem, to target: any FileSystem,
        isStopped: () -> Bool
    ) -> [PartID: Result<String, FileSystemError>] {
        var answers: [PartID: Result<String, FileSystemError>] = [:]
        var open = copies
        for algorithm in DigestVerifier.algorithms where !open.isEmpty && !isStopped() {
            let servers = [source, target].filter { !$0.site.isLocal }
            guard !servers.isEmpty, servers.allSatisfy({ tells(algorithm, $0) }) else { continue }
            do throws(FileSystemError) {
                let found = try told(open, source, target, algorithm, isStopped)
                for copy in open where found[copy.part.id] != nil {
                    answers[copy.part.id] = found[copy.part.id]
                }
                open.removeAll { answers[$0.part.id] != nil }
            } catch {
                // A digest that never comes is neither proof nor failure: what is read tells.
                break
            }
        }
        for copy in open {
            answers[copy.part.id] = Result { () throws(FileSystemError) in
                let one = try source.readChecksum(of: copy.source, .sha256, isStopped: isStopped)
                let other = try target.readChecksum(
                    of: copy.part.path, .sha256, isStopped: isStopped)
                guard one == other else { throw difference(copy, target, one, other) }
                return ComparedWay.readBack
            }
        }
        return answers
    }

    private func tells(_ algorithm: ChecksumAlgorithm, _ files: any FileSystem) -> Bool {
        (files as? any Checksumming)?.checksumAlgorithms.contains(algorithm) ?? false
    }

    /// Of those of which each server tells the digest. Throws what ended the connection, and
    /// `.cancelled`.
    private func told(
        _ copies: [WrittenCopy], _ source: any FileSystem, _ target: any FileSystem,
        _ algorithm: ChecksumAlgorithm, _ isStopped: () -> Bool
    ) throws(FileSystemError) -> [PartID: Result<String, FileSystemError>] {
        // What no server tells is not read for nothing here.
        let isTargetFirst = source.site.isLocal
        func path(_ copy: WrittenCopy, ofSource isSource: Bool) -> Path {
            isSource ? copy.source : copy.part.path
        }
        let first = try digests(
            copies.map { path($0, ofSource: !isTargetFirst) }, isTargetFirst ? target : source,
            algorithm, isStopped)
        let rest = copies.filter { first[path($0, ofSource: !isTargetFirst)] != nil }
        let second = try digests(
            rest.map { path($0, ofSource: isTargetFirst) }, isTargetFirst ? source : target,
            algorithm, isStopped)
        var answers: [PartID: Result<String, FileSystemError>] = [:]
        for copy in rest {
            guard let one = first[path(copy, ofSource: !isTargetFirst)],
                let other = second[path(copy, ofSource: isTargetFirst)]
            else { continue }
            answers[copy.part.id] = Result { () throws(FileSystemError) in
                let (one, other) = (try one.get(), try other.get())
                guard one == other else {
                    throw isTargetFirst
                        ? difference(copy, target, other, one)
                        : difference(copy, target, one, other)
                }
                return ComparedWay.byServer(algorithm.rawValue)
            }
        }
        return answers
    }

    /// Those that are known, and why one of this machine's is not.
    private func digests(
        _ paths: [Path], _ files: any FileSystem, _ algorithm: ChecksumAlgorithm,
        _ isStopped: () -> Bool
    ) throws(FileSystemError) -> [Path: Result<Checksum, FileSystemError>] {
        guard files.site.isLocal else {
            let found = try (files as? any Checksumming)?.checksums(of: paths, algorithm) ?? [:]
            return found.mapValues { .success($0) }
        }
        var found: [Path: Result<Checksum, FileSystemError>] = [:]
        for path in paths {
            found[path] = Result { () throws(FileSystemError) in
                try files.readChecksum(of: path, algorithm, isStopped: isStopped)
            }
        }
        return found
    }

    private func difference(
        _ copy: WrittenCopy, _ target: any FileSystem, _ one: Checksum, _ other: Checksum
    ) -> FileSystemError {
        let (file, site) = (copy.part.file, target.site)
        let rest =
            copy.part.isInPlace
            ? tr("It was written directly to the target, so copy it again.")
            : tr("The previous file is unchanged; copy it again.")
        return FileSystemError(
            .truncated, path: file,
            detail: tr(
                "\(file.text(on: site)) differs from its source after the copy "
                    + "(\(one.algorithm.rawValue) \(other.text), not \(one.text)). \(rest)"))
    }
}
