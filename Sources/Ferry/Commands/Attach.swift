import ArgumentParser
import Files

struct Attach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Open the screen on the queue that runs in the background.",
        discussion: """
            The screen shows and controls what 'ferry queue run --detach' or a closed screen runs. \
            If no process runs the queue, the screen says so and runs it.
            """)

    @OptionGroup var look: LookOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp("Places to open in the panes: at most two.", valueName: "URL|PATH"))
    var places: [ArgumentBytes] = []

    func validate() throws {
        if places.count > 2 {
            throw ValidationError("There are two panes; \(places.count) places were given.")
        }
    }

    func run() throws {
        try OpenScreen.open(places, look, options, attaches: true)
    }
}
