import ArgumentParser
import Files
import Settings
import Words

struct OpenScreen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: tr("Open the screen, as ferry does without a command."))

    @OptionGroup var look: LookOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp(tr("Places to open in the panes: at most two."), valueName: "URL|PATH"))
    var places: [ArgumentBytes] = []

    func validate() throws {
        if places.count > 2 {
            throw ValidationError(tr("There are two panes; \(places.count) places were given."))
        }
    }

    func run() throws {
        try OpenScreen.open(places, look, options)
    }

    static func open(
        _ places: [ArgumentBytes], _ look: any LookChoices,
        _ options: any ConnectionChoices & Sendable, attaches: Bool = false
    ) throws {
        let opened = try places.map { try Place($0, options) }
        let program = try ScreenProgram(look, options, opened)
        var (left, right) = OpenScreen.arrange(opened)
        // The sites screen would stand where the queue is wanted.
        if attaches { right = right ?? left }
        try program.run(
            left: left, right: right, storePath: program.settings.storePath,
            restores: places.isEmpty && program.settings.config.restores, attaches: attaches)
    }

    /// One place alone: a server goes to the right, a path to the left.
    static func arrange(_ places: [Place]) -> (left: Opening, right: Opening?) {
        let here = Opening(site: .local, path: Place.workingDirectory())
        let openings = places.map { Opening(site: $0.site, path: $0.path, below: $0.below) }
        switch openings.count {
        case 0: return (here, nil)
        case 1: return openings[0].site.isLocal ? (openings[0], nil) : (here, openings[0])
        default: return (openings[0], openings[1])
        }
    }
}

/// Where a pane opens; nil is the directory after the login.
struct Opening {
    var site: Site
    var path: Path?
    /// From that directory.
    var below: RelativePath?
}

/// How the screen looks, where it is not as the settings say.
protocol LookChoices {
    var theme: String? { get }
    var ascii: Bool { get }
    var plain: Bool { get }
}

/// The same as options.
struct LookOptions: ParsableArguments, LookChoices {
    @Option(help: ArgumentHelp(tr("Name of a theme, or path of a theme file."), valueName: "THEME"))
    var theme: String?

    @Flag(help: ArgumentHelp(tr("Use ASCII characters only.")))
    var ascii = false

    @Flag(
        help: ArgumentHelp(
            tr("Draw no frames, say states in words and show one pane, for screen readers.")))
    var plain = false

    func validate() throws {
        try ArgumentText.requireText(theme, of: "--theme")
    }
}
