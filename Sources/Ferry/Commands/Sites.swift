import ArgumentParser

struct Sites: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sites", abstract: "Work with saved sites.", subcommands: [SitesTest.self])
}
