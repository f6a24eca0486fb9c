import ArgumentParser
import Engine
import Files
import Words

struct ChangeMode: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chmod",
        abstract: tr(
            "Set the permissions of files and directories; with -r, of everything in them."),
        discussion: tr(
            """
            MODE is octal (640), or as in chmod(1): u+rwX,go-w, -w. Links in a tree are not followed.
            """))

    @Flag(name: .short, help: ArgumentHelp(tr("Include directories and everything in them.")))
    var recursive = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("The mode, octal or symbolic.")))
    var mode: ModeArgument

    @Argument(help: ArgumentHelp(tr("URLs or paths.")))
    var urls: [ArgumentBytes]

    func validate() throws {
        for url in urls {
            if let second = ModeArgument.marked(ArgumentText.make(url.bytes)) {
                throw ValidationError(
                    tr(
                        "The mode is \(mode.text), so \(second) cannot be one too; write ./\(second) "
                            + "for a file of that name.")
                )
            }
        }
    }

    func run() throws {
        guard let change = ModeChange(mode.text, mask: ProcessMask.value) else {
            throw Failure.usage(
                tr(
                    "'\(VisibleText.make(mode.text))' is not a mode; write it as 640 or as u+rwX,go-w."
                ))
        }
        let named = try urls.map { try Place($0, options) }
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        let places = try session.expandedAndCounted(named)
        var sites: [Site] = []
        for place in places where !sites.contains(place.site) { sites.append(place.site) }
        var ends: [Failure] = []
        for site in sites {
            let own = places.filter { $0.site == site }
            var failures: [FileSystemError] = []
            let broken = try Failure.caught {
                try session.use(site) { files in
                    var setting = try ModeSetting(change, on: files)
                    defer { failures = setting.failures.first }
                    let paths = try own.map { try session.path(of: $0, on: files) }
                    if recursive {
                        for path in paths { try setting.set(below: path) }
                    } else {
                        try setting.set(paths)
                    }
                }
            }
            if !failures.isEmpty { ends.append(Failure(failures.map(\.message))) }
            ends += broken
        }
        if let failure = Failure(all: ends) { throw failure }
    }
}
