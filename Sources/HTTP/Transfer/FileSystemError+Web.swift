import Files

/// What all web file systems refuse in the same words.
extension FileSystemError {
    /// What no server of the site's scheme can be asked for; `action` completes "… cannot".
    static func cannot(_ action: String, _ path: Path?, on site: Site) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: "\(VisibleText.make(site.host)) cannot \(action) over "
                + "\(site.scheme.rawValue)://.")
    }

    static func exists(_ file: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .exists, path: file,
            detail: "\(file.text(on: site)) already exists on \(VisibleText.make(site.host)).")
    }

    /// `action` completes "… could not be".
    static func missing(_ path: Path, _ action: String, on site: Site) -> FileSystemError {
        FileSystemError(
            .notFound, path: path,
            detail: "\(path.text(on: site)) could not be \(action): "
                + "\(VisibleText.make(site.host)) has no such file or directory.")
    }

    static func unresumable(_ file: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .unsupported, path: file,
            detail: "\(file.text(on: site)) cannot be resumed on \(VisibleText.make(site.host)): "
                + "HTTP sends files whole; send it again.")
    }
}
