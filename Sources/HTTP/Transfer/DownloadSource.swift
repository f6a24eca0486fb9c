import Files
import Words

/// A file being downloaded.
final class DownloadSource: SkippingStart {
    private let response: Response?
    private let offset: UInt64
    private let file: Path
    private let site: Site
    let size: UInt64?
    let version: String?
    var hasSkippedStart = false
    private var count: UInt64 = 0
    private var isFinished = false

    /// `response` is nil where there is nothing left to read.
    init(
        _ response: Response?, of file: Path, on site: Site, from offset: UInt64, size: UInt64?,
        version: String?
    ) {
        self.response = response
        self.file = file
        self.site = site
        self.offset = offset
        self.size = size
        self.version = version
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        guard let response else { return 0 }
        let count = try response.read(into: buffer)
        self.count &+= UInt64(count)
        return count
    }

    func finish() throws(FileSystemError) {
        guard !isFinished else { return }
        isFinished = true
        response?.cancel()
        guard let size else { return }
        let promised = size > offset ? size - offset : 0
        if count < promised {
            throw FileSystemError(
                .truncated, path: file,
                detail:
                    tr(
                        "\(file.text(on: site)) was cut off: \(promised - count) bytes are missing."
                    ),
                isTransient: true)
        }
        if count > promised {
            throw FileSystemError(
                .changed, path: file,
                detail: tr(
                    "\(file.text(on: site)) has \(count - promised) bytes more than the "
                        + "server announced; fetch it again."), isTransient: true)
        }
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        response?.cancel()
    }
}
