import Digests
package import Files

/// A connection whose server tells checksums of its files, or fails when it is asked for them.
package final class TellingMemoryFileSystem: MemoryFileSystem, Checksumming {
    private let failure: FileSystemError?
    package let checksumAlgorithms: Set<ChecksumAlgorithm> = [.sha256, .md5]
    /// What it was asked for.
    package private(set) var asked: [ChecksumAlgorithm] = []

    package init(_ volume: MemoryVolume, failing failure: FileSystemError? = nil) {
        self.failure = failure
        super.init(volume, 0)
    }

    package func checksums(
        of files: [Path], _ algorithm: ChecksumAlgorithm
    ) throws(FileSystemError) -> [Path: Checksum] {
        asked.append(algorithm)
        if let failure { throw failure }
        var found: [Path: Checksum] = [:]
        for file in files where volume.bytes(file.text) != nil {
            found[file] = try readChecksum(of: file, algorithm)
        }
        return found
    }
}
