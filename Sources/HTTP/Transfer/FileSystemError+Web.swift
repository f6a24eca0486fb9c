import Files
import Words

/// What all web file systems refuse in the same words.
extension FileSystemError {
    /// What no server of the site's scheme can be asked for.
    static func cannot(_ attempt: Attempt, _ path: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: attempt.failure(path.text(on: site)) + " "
                + tr(
                    "\(VisibleText.make(site.host)) does not support this over "
                        + "\(site.scheme.rawValue)://."))
    }

    static func exists(_ file: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .exists, path: file,
            detail: tr("\(file.text(on: site)) already exists on \(VisibleText.make(site.host))."))
    }

    static func missing(_ path: Path, _ attempt: Attempt, on site: Site) -> FileSystemError {
        FileSystemError(
            .notFound, path: path,
            detail: attempt.failure(path.text(on: site)) + " "
                + tr("\(VisibleText.make(site.host)) has no such file or directory."))
    }

    static func unresumable(_ file: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .unsupported, path: file,
            detail: tr(
                "\(file.text(on: site)) cannot be resumed on \(VisibleText.make(site.host)), "
                    + "because HTTP sends whole files; send it again."))
    }
}
