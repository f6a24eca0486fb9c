import Files
import Words

/// Asks the shell which files hold a text.
struct TextQuestion {
    let session: Session

    /// As `SearchingFiles.search`.
    func search(
        _ files: [Path], for text: [UInt8], foldsCase: Bool, isStopped: () -> Bool
    ) throws(FileSystemError) -> [Path: Bool] {
        guard session.shell.mayHelp, !text.contains(0x0A), !text.contains(0) else {
            throw unsupported()
        }
        var definition = ShellScript()
        definition.add(
            """
            command -v grep >/dev/null 2>&1 || exit \(ShellScript.Status.toolless)
            p=
            """)
        definition.add(word: text)
        // The status says it: 0 and 1 mean yes and no, all else that it failed.
        definition.add(
            """

            d() { grep -qF\(foldsCase ? "i" : "") -e "$p" 2>/dev/null; echo $?; }

            """)
        let question = FileQuestion(
            session: session, what: { tr("a text in \($0) files") }, definition: definition)
        let known = try question.known(files)
        let words = try question.words(of: known, isStopped: isStopped)
        if words.isEmpty, !known.isEmpty { throw unsupported() }
        return words.compactMapValues { word in
            switch word {
            case [0x30]: true
            case [0x31]: false
            default: nil
            }
        }
    }

    private func unsupported() -> FileSystemError {
        FileSystemError(
            .unsupported,
            detail: tr(
                "\(VisibleText.make(session.site.host)) offers no shell that can look for that "
                    + "text in files."))
    }
}
