import ArgumentParser
import CLinux
import Files
import Glibc
import Manual
import Words

struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man",
        abstract: tr("Show a page of the manual, or write all pages to a directory."),
        discussion: tr(
            """
            On a terminal the page opens in man, or is printed where that is not installed. Into a \
            pipe or a file goes its source, for man -l.
            """))

    @Argument(
        help: ArgumentHelp(
            tr("A command, a subject or a file. (default: ferry)"), valueName: "PAGE"))
    var page: String?

    @Flag(help: ArgumentHelp(tr("List all pages.")))
    var list = false

    @Option(
        help: ArgumentHelp(tr("Write each page to a file in this directory."), valueName: "DIR"))
    var output: ArgumentBytes?

    func validate() throws {
        if [page != nil, list, output != nil].count(where: { $0 }) > 1 {
            throw ValidationError(tr("Give either a page, --list or --output."))
        }
    }

    func run() throws {
        if list {
            var output = Output.standard
            for page in try ManualLibrary.pages() {
                try output.append(line: "\(page.name)(\(page.section.rawValue))  \(page.summary)")
            }
            return try output.flush()
        }
        if let output { return try write(into: output) }
        let page = try ManualLookUp.page(page ?? "ferry")
        let source = RoffPage.text(page, date: ManualCommand.date)
        guard isatty(STDOUT_FILENO) == 1 else {
            var output = Output.standard
            try output.append(source.utf8)
            return try output.flush()
        }
        guard ManualViewer.show(source) else { return try ManualLookUp.print(page) }
    }

    /// That of the release, so that a page does not change from build to build.
    private static let date = Version.date

    private func write(into directory: ArgumentBytes) throws {
        for page in try ManualLibrary.pages() {
            let file = ArgumentBytes(
                bytes: directory.absoluteBytes + [UInt8(ascii: "/")] + Array(page.fileName.utf8))
            var output = try Output(making: file)
            try output.append(RoffPage.text(page, date: ManualCommand.date).utf8)
            try output.flush()
            try output.end()
        }
    }
}

/// Finds a page by the word that somebody typed, and prints it.
enum ManualLookUp {
    static func page(_ word: String) throws -> ManualPage {
        if let page = try ManualLibrary.page(word) { return page }
        throw Failure.usage(
            tr("There is no page '\(VisibleText.make(word))'; ferry man --list shows all pages."))
    }

    /// As text, as wide as the terminal, but not wider than is read with ease.
    static func print(_ page: ManualPage) throws {
        let isBold = isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
        let columns = min(TerminalColumns.count(STDOUT_FILENO), 100)
        var output = Output.standard
        for line in PlainPage.lines(page, columns: columns, isBold: isBold) {
            try output.append(line: line)
        }
        try output.flush()
    }
}

/// The system's own viewer of manuals.
enum ManualViewer {
    /// Whether it was there and has shown the source of a page.
    static func show(_ source: String) -> Bool {
        // The viewer's pager reads keys from the terminal itself.
        guard let stream = popen("exec man -l - 2>/dev/null", "w") else { return false }
        fputs(source, stream)
        return pclose(stream) == 0
    }
}
