import Files
import Transport

/// A file that the server itself copies into a part (copy-data): both are open on one channel.
final class SiteCopy {
    /// Bytes of one request: at first, and at most.
    private static let (first, most): (UInt64, UInt64) = (8 << 20, 1 << 30)
    /// Seconds that one request should take: what is stopped waits for it, and progress shows after it.
    private static let wanted = 0.25

    private let handle: [UInt8]
    private let channel: Channel
    private let handles: OpenFiles
    private var length = SiteCopy.first

    /// Opens the file that `fingerprint` tells; nil where it is another one by now, or cannot be opened
    /// here as well.
    init?(
        _ file: Path, _ fingerprint: FileFingerprint, over channel: Channel, _ handles: OpenFiles
    ) throws(FileSystemError) {
        self.channel = channel
        self.handles = handles
        let site = channel.site
        handles.begun(file)
        do throws(FileSystemError) {
            handle = try channel.ask(.open(file, .read, Attributes())) {
                answer throws(FileSystemError) in
                try Answer(answer, .open, file, on: site).handle()
            }
        } catch {
            handles.refused(file, error)
            guard channel.loss == nil else { throw error }
            return nil
        }
        handles.granted(file)
        do throws(FileSystemError) {
            let found = try channel.ask(.openStatus(handle)) { answer throws(FileSystemError) in
                try Answer(answer, .examine, file, on: site).attributes()
            }
            let now = FileFingerprint(size: found.size, modified: found.modified)
            guard found.kind ?? .file == .file, now.isSame(as: fingerprint) else {
                close()
                return nil
            }
        } catch {
            close()
            guard channel.loss == nil else { throw error }
            return nil
        }
    }

    /// Copies what comes next at `offset` of both, of a file with `size` bytes; how many.
    func copy(
        from offset: UInt64, of size: UInt64, to part: [UInt8], of file: Path
    ) throws(FileSystemError) -> UInt64 {
        let (site, count) = (channel.site, min(length, size - offset))
        let start = Deadline.now()
        try channel.ask(
            .extended(
                .copyData,
                [.bytes(handle), .number(offset), .number(count), .bytes(part), .number(offset)])
        ) { answer throws(FileSystemError) in
            try Answer(answer, .write, file, on: site).done()
        }
        let seconds = Deadline.now() - start
        if seconds < SiteCopy.wanted + (channel.quickestAnswer ?? 0) {
            length = min(length * 2, SiteCopy.most)
        } else if length > SiteCopy.first {
            length /= 2
        }
        return count
    }

    func close() {
        handles.closed()
        channel.send(.close(handle)) { _ in }
    }
}
