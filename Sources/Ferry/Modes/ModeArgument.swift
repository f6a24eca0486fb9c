import ArgumentParser
import Files

/// A mode on the command line. One that begins with a minus (`-w`) looks like options to the argument
/// parser: so it is carried through that with a mark in front.
struct ModeArgument: ExpressibleByArgument, Hashable, Sendable {
    /// For private use, and one that stands for no byte in `ArgumentText`.
    private static let mark: Unicode.Scalar = "\u{10F800}"

    let text: String

    init(argument: String) {
        text = ModeArgument.marked(argument) ?? argument
    }

    /// Marks the first argument that is such a mode; `-r` is an option, and what comes behind `--` needs
    /// no mark.
    static func marking(in arguments: [String]) -> [String] {
        let options = arguments.prefix { $0 != "--" }
        guard let index = options.firstIndex(where: { isMode($0) }) else { return arguments }
        var arguments = arguments
        arguments[index].unicodeScalars.insert(mark, at: arguments[index].startIndex)
        return arguments
    }

    private static func isMode(_ argument: String) -> Bool {
        argument.utf8.count > 1 && argument.hasPrefix("-") && !argument.hasPrefix("--")
            && argument != "-r" && ModeChange(argument, mask: 0) != nil
    }

    /// The mode that was marked; nil for what was not.
    static func marked(_ argument: String) -> String? {
        guard argument.unicodeScalars.first == mark else { return nil }
        return String(argument.unicodeScalars.dropFirst())
    }
}
