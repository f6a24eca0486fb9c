import Files
import Words

/// What can be wrong with an archive, as sentences.
enum ArchiveError {
    static let stopped = FileSystemError(
        .cancelled, detail: tr("Reading the archive was cancelled."))

    static let noLibrary = FileSystemError(
        .unsupported,
        detail: tr(
            "Archives need libarchive, which is not installed; install the package "
                + "libarchive13."))

    static let noMemory = FileSystemError(
        .other, detail: tr("There is not enough memory to read the archive; close other programs."))

    static func shrunk(_ archive: Path) -> FileSystemError {
        FileSystemError(
            .changed, path: archive,
            detail: tr(
                "\(archive.text) changed while it was being read; retry when nothing writes to "
                    + "it."), isTransient: true)
    }

    static func noFile(_ archive: Path) -> FileSystemError {
        FileSystemError(
            .notFound, path: archive,
            detail: tr("\(archive.text) no longer exists; go to another directory."))
    }

    static func noSize(_ archive: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: archive,
            detail: tr(
                "The server gives no size for \(archive.text), so it cannot be entered; "
                    + "download it first."))
    }

    static func noRanges(_ archive: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: archive,
            detail: tr(
                "The server only sends \(archive.text) as a whole, so it cannot be entered; "
                    + "download it first."))
    }

    /// `words` are libarchive's.
    static func unreadable(_ archive: Path, _ words: String) -> FileSystemError {
        FileSystemError(
            .unsupported, path: archive, reply: VisibleText.make(words),
            detail: tr(
                "\(archive.text) is damaged or no archive that Ferry can read; press View to "
                    + "see what it holds."))
    }

    static func damaged(_ file: Path, _ archive: Path, _ words: String) -> FileSystemError {
        FileSystemError(
            .truncated, path: file, reply: VisibleText.make(words),
            detail: tr("\(file.text) in \(archive.text) is damaged; get the archive again."))
    }

    static func unknownMethod(
        _ file: Path, _ archive: Path, _ words: String
    ) -> FileSystemError {
        FileSystemError(
            .unsupported, path: file, reply: VisibleText.make(words),
            detail: tr(
                "\(file.text) in \(archive.text) is compressed in a way that Ferry cannot "
                    + "unpack; use another program."))
    }

    static func tooDeep(_ archive: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: archive,
            detail: tr("\(archive.text) is compressed more than once; unpack it first."))
    }

    static func tooMany(_ archive: Path, _ count: Int) -> FileSystemError {
        FileSystemError(
            .unsupported, path: archive,
            detail: tr(
                "\(archive.text) holds more than \(count) entries, or too long names; Ferry "
                    + "does not enter it."))
    }

    static func bomb(_ archive: Path, _ ratio: UInt64) -> FileSystemError {
        FileSystemError(
            .unsupported, path: archive,
            detail: tr(
                "\(archive.text) unpacks to more than \(ratio) times its size, as harmful "
                    + "archives do; Ferry does not enter it."))
    }

    /// `bytes` are what unpacking takes.
    static func tooMuchMemory(_ archive: Path, _ bytes: UInt64) -> FileSystemError {
        let needed = Plural.grouped(bytes >> 20 + (bytes & 0xF_FFFF == 0 ? 0 : 1))
        return FileSystemError(
            .unsupported, path: archive,
            detail: tr(
                "\(archive.text) needs \(needed) MiB of memory to unpack, and Ferry allows "
                    + "\(CompressionWatch.allowed >> 20) MiB; unpack it with another program."))
    }

    static func encrypted(_ file: Path, _ archive: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: file,
            detail: tr(
                "\(file.text) in \(archive.text) is encrypted; unpack it with a program that "
                    + "asks for its password."))
    }

    static func missing(_ path: Path, _ archive: Path) -> FileSystemError {
        FileSystemError(
            .notFound, path: path,
            detail: tr("\(archive.text) holds no \(path.text); read it again."))
    }

    static func noDirectory(_ path: Path, _ archive: Path) -> FileSystemError {
        FileSystemError(
            .notDirectory, path: path,
            detail: tr("\(path.text) in \(archive.text) is not a directory; choose another."))
    }

    static func isDirectory(_ path: Path, _ archive: Path) -> FileSystemError {
        FileSystemError(
            .isDirectory, path: path,
            detail: tr("\(path.text) in \(archive.text) is a directory; choose a file."))
    }

    static func leadsOut(_ path: Path, _ archive: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: tr(
                "The link \(path.text) leads out of \(archive.text) or to itself; Ferry does "
                    + "not follow it."))
    }

    static func wrongSize(_ file: Path, _ archive: Path) -> FileSystemError {
        FileSystemError(
            .truncated, path: file,
            detail: tr(
                "\(file.text) has another size than \(archive.text) says; get the archive "
                    + "again."))
    }

    static func readOnly(_ path: Path, _ archive: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: tr(
                "Ferry does not change archives; copy what you need out of \(archive.text) "
                    + "first."))
    }
}

// What can go wrong while one is made.
extension ArchiveError {
    static let packingStopped = FileSystemError(.cancelled, detail: tr("Packing was stopped."))

    static func cannotMake(_ archive: Path, _ format: PackFormat) -> FileSystemError {
        FileSystemError(
            .unsupported, path: archive,
            detail: tr(
                "\(archive.text) was not made, because this libarchive cannot write "
                    + "\(format.ending) files; choose another format."))
    }

    /// `words` are libarchive's.
    static func unwritten(_ archive: Path, _ words: String) -> FileSystemError {
        FileSystemError(
            .other, path: archive, reply: VisibleText.make(words),
            detail: tr("\(archive.text) could not be packed; choose another format."))
    }

    static func tooDeep(to path: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: tr(
                "\(path.text) is in too many directories to be packed; unmark its directory."))
    }

    static func tooManyNames(_ directory: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: directory,
            detail: tr("\(directory.text) has too many entries to be packed; pack some at a time."))
    }

    static func notUTF8(_ path: Path) -> FileSystemError {
        FileSystemError(
            .badName, path: path,
            detail: tr(
                "The name of \(path.text) is not UTF-8, which zip files need; choose "
                    + "\(PackFormat.tarGzip.ending) instead."))
    }

    static func unknownSize(_ file: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: file,
            detail: tr(
                "The server gives no size for \(file.text), so it cannot be packed; download "
                    + "it first."))
    }

    static func shorter(_ file: Path, than size: UInt64) -> FileSystemError {
        FileSystemError(
            .changed, path: file,
            detail:
                tr(
                    "\(file.text) became shorter than its \(Plural.grouped(size)) bytes while it was "
                        + "packed; retry when nothing writes to it."), isTransient: true)
    }

    static func longer(_ file: Path, than size: UInt64) -> FileSystemError {
        FileSystemError(
            .changed, path: file,
            detail:
                tr(
                    "\(file.text) became longer than its \(Plural.grouped(size)) bytes while it was "
                        + "packed; retry when nothing writes to it."), isTransient: true)
    }
}
