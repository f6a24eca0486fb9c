package import Files
import Words

extension FileSystem {
    /// Reads the whole file, and makes its checksum here. `isStopped` is asked before each block.
    /// Throws `.unsupported` where the algorithm cannot be had on this machine, `.cancelled`, and why
    /// the file cannot be read to its end.
    package func readChecksum(
        of file: Path, _ algorithm: ChecksumAlgorithm, isStopped: () -> Bool = { false }
    ) throws(FileSystemError) -> Checksum {
        guard let digester = Digester(algorithm) else {
            throw FileSystemError(
                .unsupported, path: file,
                detail: tr(
                    "OpenSSL on this machine cannot compute the \(algorithm.rawValue) "
                        + "checksum of \(file.text); choose another algorithm."))
        }
        let source = try open(file, from: 0)
        do throws(FileSystemError) {
            try feed(source, to: digester, file, isStopped)
        } catch {
            source.cancel()
            throw error
        }
        try source.finish()
        guard let checksum = digester.finish() else {
            throw FileSystemError(
                .other, path: file,
                detail: tr(
                    "OpenSSL could not compute the checksum of "
                        + "\(file.text); retry."))
        }
        return checksum
    }

    private func feed(
        _ source: any FileSource, to digester: Digester, _ file: Path, _ isStopped: () -> Bool
    ) throws(FileSystemError) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { block.deallocate() }
        while true {
            if isStopped() {
                throw FileSystemError(
                    .cancelled, path: file, detail: tr("Reading \(file.text) was cancelled."))
            }
            let count = try source.read(into: block)
            guard count > 0 else { return }
            digester.update(UnsafeRawBufferPointer(rebasing: block[..<count]))
        }
    }
}
