import ArgumentParser
import FoundationEssentials

/// A command and its arguments, as the argument parser describes them.
struct ToolInfo: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let superCommands: [String]?
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
        let arguments: [Argument]?

        /// Its subcommands that users should know; `help` is an own page.
        var shownSubcommands: [Command] {
            (subcommands ?? []).filter { $0.commandName != "help" }
        }

        /// As it is typed.
        var line: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }
    }

    struct Argument: Decodable, Hashable {
        let kind: String
        let shouldDisplay: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?

        struct Name: Decodable, Hashable {
            let kind: String
            let name: String

            /// With its hyphens.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        var isPositional: Bool { kind == "positional" }
    }

    /// What the parser knows of a command, or of options that commands share.
    static func of(_ arguments: (some ParsableArguments).Type) throws -> Command {
        try JSONDecoder().decode(ToolInfo.self, from: Data(arguments._dumpHelp().utf8)).command
    }
}
