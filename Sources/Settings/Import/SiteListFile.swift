import Files
import Glibc
import Words

/// A file with another program's sites, which is only read.
package enum SiteListFile {
    /// Its bytes; nil where there is no such file. A link is followed; what is no regular file, or too
    /// large, is refused in a sentence.
    package static func read(_ file: [UInt8]) throws(SettingsError) -> [UInt8]? {
        let path = VisibleText.make(file)
        // A pipe would wait for somebody to write into it.
        let descriptor = open(
            file.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SettingsError(
                file: path, tr("The file cannot be read (\(TextFile.systemWords()))."))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw SettingsError(
                file: path, tr("The file cannot be read (\(TextFile.systemWords()))."))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SettingsError(
                file: path,
                status.st_mode & S_IFMT == S_IFDIR
                    ? tr("This is a directory; name the file.") : tr("This is not a regular file."))
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while bytes.count <= SiteListReader.limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw SettingsError(
                    file: path, tr("The file cannot be read (\(TextFile.systemWords()))."))
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw SettingsError(
            file: path, tr("The file is larger than 10 MiB, the limit for a list of sites."))
    }
}
