import Files
import Words

extension FileSystemError {
    /// The error where the final name must be free, and is not.
    static func taken(_ file: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .exists, path: file,
            detail: tr("\(file.text(on: site)) already exists on the server."))
    }
}
