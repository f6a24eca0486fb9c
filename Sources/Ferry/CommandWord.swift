import Files
import Glibc
import Settings
import Words

/// The first argument, which names a command or a place.
enum CommandWord {
    /// Refuses a word that names neither: somebody meant a command, and gets no screen. `commands`
    /// are asked for only then.
    static func check(_ arguments: [String], commands: () -> [String]) throws {
        guard let word = arguments.first, !word.isEmpty, !word.hasPrefix("-"), word != "help",
            !word.contains("/"), !word.contains(":"), getenv("SAP_SHELL") == nil
        else { return }
        let argument = ArgumentBytes(argument: word)
        var status = stat()
        guard lstat(argument.cString, &status) != 0, errno == ENOENT else { return }
        let commands = commands()
        guard !commands.contains(word) else { return }
        let text = argument.text
        if let nearest = Spelling.nearest(to: word, in: commands) {
            throw Failure.usage(
                tr("'\(text)' is neither a command nor a place; did you mean '\(nearest)'?"))
        }
        throw Failure.usage(
            tr("'\(text)' is neither a command nor a place; ferry --help lists the commands."))
    }
}
