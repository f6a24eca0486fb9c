import Files
import Words

/// A file's size that goes out before its bytes, so that another number of them is no file.
struct AnnouncedSize {
    /// Nil where it is not known, and so was not announced.
    let bytes: UInt64?
    let file: Path
    let site: Site

    /// The error where `count` bytes are more than were announced.
    func excess(at count: UInt64) -> FileSystemError? {
        guard let bytes, count > bytes else { return nil }
        return changed(
            tr(
                "The source of \(file.text(on: site)) now has more than the \(bytes) "
                    + "bytes it had before; send it again."))
    }

    /// The error where `count` bytes are all, and fewer than were announced.
    func lack(at count: UInt64) -> FileSystemError? {
        guard let bytes, count < bytes else { return nil }
        return changed(
            tr(
                "The source of \(file.text(on: site)) now has fewer than the \(bytes) "
                    + "bytes it had before; send it again."))
    }

    private func changed(_ detail: String) -> FileSystemError {
        FileSystemError(.changed, path: file, detail: detail, isTransient: true)
    }
}
