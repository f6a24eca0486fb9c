import ArgumentParser
import Engine
import Files
import Words

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: tr("Open the screen on a demo FTP server with sample files."))

    @OptionGroup var look: LookOptions

    @OptionGroup var options: ConnectionOptions

    @Option(
        help: ArgumentHelp(
            tr("Limit the server to this many bytes per second, to make transfers visible."),
            valueName: "RATE"))
    var serverRate: Rate?

    func run() throws {
        let program = try ScreenProgram(look, options, [])
        let demo = RunningDemo(bytesPerSecond: serverRate?.bytesPerSecond ?? 2 << 20)
        defer { demo.stop() }
        let site = options.applied(to: try demo.start())
        program.context.credentials.remember(RunningDemo.password, for: site)
        // A queue of its own: nothing of the demo can be gone on with later.
        try program.run(
            left: Opening(site: .local, path: Place.workingDirectory()),
            right: Opening(site: site, path: nil), storePath: nil, remembers: false)
    }
}
