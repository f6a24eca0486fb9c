import Files

/// A file's size that goes out before its bytes, so that another number of them is no file.
struct AnnouncedSize {
    /// Nil where it is not known, and so was not announced.
    let bytes: UInt64?
    let file: Path
    let site: Site

    /// The error where `count` bytes are more than were announced.
    func excess(at count: UInt64) -> FileSystemError? {
        guard let bytes, count > bytes else { return nil }
        return changed("more", bytes)
    }

    /// The error where `count` bytes are all, and fewer than were announced.
    func lack(at count: UInt64) -> FileSystemError? {
        guard let bytes, count < bytes else { return nil }
        return changed("fewer", bytes)
    }

    private func changed(_ which: String, _ bytes: UInt64) -> FileSystemError {
        FileSystemError(
            .changed, path: file,
            detail: "The source of \(file.text(on: site)) now has \(which) than the \(bytes) "
                + "bytes it had before; send it again.", isTransient: true)
    }
}
