import ArgumentParser
import Files
import Sync
import Words

/// What is compared and what is left out.
struct FilterOptions: ParsableArguments {
    /// The commands that take them.
    static let commands = [
        Compare.configuration.commandName, Mirror.configuration.commandName,
        TwoWaySync.configuration.commandName,
    ]

    @Option(
        name: .customLong("include"),
        help: ArgumentHelp(
            tr("Include what fits a pattern."),
            discussion: tr(
                """
                The first of --include and --exclude that fits a path, or a directory above it, \
                decides. What fits none is included, unless there are only --include patterns. A \
                pattern without a slash fits a name at any depth; with one, a path from the top. \
                dir/ fits directories only. Case matters.
                """), valueName: "GLOB"))
    var includes: [FilterArgument] = []

    @Option(
        name: .customLong("exclude"),
        help: ArgumentHelp(tr("Leave out what fits a pattern."), valueName: "GLOB"))
    var excludes: [FilterArgument] = []

    @Flag(
        help: ArgumentHelp(
            tr("Exclude what the .ferryignore files of the directories list."),
            discussion: tr(
                """
                One pattern per line, as for --exclude. With ! in front of it, the pattern includes \
                again.
                """)))
    var ignoreFiles = false

    /// The patterns in the order in which they were given: `+` before one that includes, `-` before one
    /// that leaves out.
    var lines: [String] {
        (includes.map { ($0, "+") } + excludes.map { ($0, "-") })
            .sorted { $0.0.position < $1.0.position }
            .map { $1 + $0.text }
    }

    func filter() throws -> PathFilter { try FilterOptions.filter(lines) }

    /// Of patterns written so.
    static func filter(_ lines: [String]) throws -> PathFilter {
        PathFilter(
            try lines.map { line in
                let text = String(line.dropFirst())
                guard ["+", "-"].contains(line.first),
                    let pattern = PathPattern(bytes: ArgumentText.bytes(of: text))
                else {
                    throw Failure.usage(
                        tr("'\(VisibleText.make(text))' is not a pattern for names."))
                }
                return PathFilter.Rule(isInclude: line.first == "+", pattern)
            })
    }
}

/// A pattern and its place among all of them: the parser keeps the order of one option's values only.
struct FilterArgument: ExpressibleByArgument {
    let position: Int
    let text: String

    init?(argument: String) {
        // Where nothing was marked, as in a text made up for help, there is but one.
        let words = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if words.count == 2, let number = Int(words[0]) {
            (position, text) = (number, String(words[1]))
        } else {
            (position, text) = (0, argument)
        }
    }

    /// The arguments of a command with their places in front of all patterns.
    static func marking(in arguments: [String]) -> [String] {
        var marked: [String] = []
        var isPattern = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if isPattern {
                marked.append("\(marked.count):\(argument)")
                isPattern = false
                continue
            }
            if argument == "--" { return marked + [argument] + rest }
            if let name = ["--include=", "--exclude="].first(where: { argument.hasPrefix($0) }) {
                marked.append("\(name)\(marked.count):\(argument.dropFirst(name.count))")
                continue
            }
            isPattern = argument == "--include" || argument == "--exclude"
            marked.append(argument)
        }
        return marked
    }
}
