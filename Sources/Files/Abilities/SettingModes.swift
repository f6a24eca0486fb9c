/// A file system whose files have a mode that may be set.
package protocol SettingModes: FileSystem {
    /// Whether modes can be set, as far as it is known.
    var setsModes: Bool { get }
    /// Whether a directory has the mode that it is made with, as far as the umask of the place lets it.
    var makesWithModes: Bool { get }
    /// Gives files and directories their permissions (0…0o7777), in the order given: what became of
    /// each, by its path. One that is missing there was not set. Of a link, what it leads to gets
    /// them; below `root` no link is followed on this machine. `.unsupported` where the server has no
    /// command for it.
    func setModes(
        _ modes: [(path: Path, mode: UInt16)], root: Path?
    ) -> [Path: Result<Void, FileSystemError>]
}

extension SettingModes {
    package var makesWithModes: Bool { true }

    /// The same of one.
    package func setMode(_ mode: UInt16, of path: Path) throws(FileSystemError) {
        guard let answer = setModes([(path, mode)], root: nil)[path] else {
            throw FileSystemError.unanswered(path)
        }
        try answer.get()
    }
}

extension Dictionary where Key == Path, Value == Result<Void, FileSystemError> {
    /// Answers that came in the order of `paths`. Of a path that stands there twice, a failure is
    /// what counts; one without an answer is left out.
    package init(_ answers: [Result<Void, FileSystemError>], of paths: [Path]) {
        self.init(zip(paths, answers)) { first, second in
            if case .failure = first { first } else { second }
        }
    }
}
