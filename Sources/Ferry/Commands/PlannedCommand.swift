import ArgumentParser

/// A command that is announced but not there: its name must not be taken for a path.
protocol PlannedCommand: ParsableCommand {
    static var name: String { get }
    var arguments: [String] { get }
}

extension PlannedCommand {
    func run() throws {
        throw Failure.usage(
            "This version of Ferry has no '\(Self.name)' yet; to open a directory of that name, "
                + "write ./\(Self.name).")
    }
}

struct Mirror: PlannedCommand {
    static let name = "mirror"
    static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}
