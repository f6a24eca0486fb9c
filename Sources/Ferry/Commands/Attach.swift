import ArgumentParser
import Files

struct Attach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Open the screen on the queue that works in the background.",
        discussion: """
            The screen shows and steers what 'ferry queue run --detach', or a screen that was left, \
            carries out. Where nobody works on the queue, the screen says so and works itself.
            """)

    @OptionGroup var look: LookOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp("Where the panes open: at most two.", valueName: "URL|PATH"))
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
