import ArgumentParser
import Files
import Words

struct Attach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: tr("Open the screen on the queue that runs in the background."),
        discussion: tr(
            """
            The screen shows and controls what 'ferry queue run --detach' or a closed screen runs. \
            If no process runs the queue, the screen says so and runs it.
            """))

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
        try OpenScreen.open(places, look, options, attaches: true)
    }
}
