// Ferry: the executable: arguments, the loop of the screen, the headless commands.
// What any of them does is done by the targets below; here it is only put together.

import ArgumentParser
import CLinux
import Files
import Glibc
import SFTP
import Settings
import Words

@main
struct Ferry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ferry",
        abstract: tr("A two-pane file manager that copies files between this machine and servers."),
        discussion: tr(
            """
            Without a command, Ferry opens the screen: ferry [URL|PATH [URL|PATH]]
            'ferry help SUBJECT' explains a subject or a command: start with 'ferry help tour'. \
            'ferry man --list' shows all pages.
            URLs are ftp://user@host:port/path. host:path is a saved site or a host from ssh's \
            config, relative to the login directory (./a:b is a file). Put passwords into \
            ~/.netrc, --password-file or FERRY_PASSWORD rather than the URL; otherwise the screen \
            asks.
            """),
        version: Version.text,
        subcommands: [
            OpenScreen.self, Demo.self, List.self, Cat.self, Get.self, Put.self,
            EditFile.self, MakeDirectory.self, Move.self, Remove.self, Queue.self, Parts.self,
            Undo.self,
            Raw.self,
            ParseListing.self, Copy.self, Find.self, DiskUsage.self, Status.self, MakeChecksum.self,
            ChangeMode.self, MakeLink.self, Compare.self, Mirror.self, TwoWaySync.self, Share.self,
            Post.self,
            Attach.self, Sites.self, Configuration.self, Doctor.self, ManualCommand.self,
        ],
        defaultSubcommand: OpenScreen.self)

    static func main() {
        guard StandardDescriptors.occupy() else {
            StandardError.say(
                "ferry: A standard descriptor is closed, and /dev/null cannot be opened.")
            Glibc.exit(1)
        }
        ferry_ignore_sigpipe()
        ferry_disable_core_dumps()
        // Before anything is said.
        Language.choose(
            LanguageChoice(
                paths: SettingsPaths(), configFile: ProcessArguments.value(of: "--config")
            ).catalogue)
        // ssh starts Ferry to ask its user, and waits for it.
        if let code = AskpassHelper.run() { Glibc.exit(code) }
        Glibc.exit(run(ProcessArguments.take()))
    }

    /// Reads the arguments by the one command that they name: to learn of all the others takes
    /// longer than the rest of a start. What it does not understand is left to the whole parser,
    /// which knows what to say.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        var arguments = arguments
        if arguments.first == ChangeMode.configuration.commandName {
            arguments = ModeArgument.marking(in: arguments)
        }
        if FilterOptions.commands.contains(arguments.first) {
            arguments = FilterArgument.marking(in: arguments)
        }
        let concernsAll =
            arguments.contains { ["-h", "--help", "-help", "--version", "help"].contains($0) }
            || arguments.first?.hasPrefix("--") == true || getenv("SAP_SHELL") != nil
        if !concernsAll {
            let named = configuration.subcommands.first {
                $0.configuration.commandName == arguments.first
            }
            let rest = named == nil ? arguments : Array(arguments.dropFirst())
            if let command = try? (named ?? OpenScreen.self).parseAsRoot(rest) { return command }
        }
        return try parseAsRoot(arguments)
    }

    /// Whether they are places for the panes and nothing else, which needs no parser: to begin with
    /// that takes as long as to list both panes.
    private static func isPlain(_ arguments: [String]) -> Bool {
        guard arguments.count <= 2, getenv("SAP_SHELL") == nil,
            arguments.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") })
        else { return false }
        // No command has a slash in its name; to know their names costs more than all of this.
        guard let first = arguments.first, !first.contains("/") else { return true }
        return first != "help"
            && !configuration.subcommands.contains { $0.configuration.commandName == first }
    }

    /// What `ls` is to list, where it is given nothing but that: see `isPlain`.
    private static func plainListing(_ arguments: [String]) -> ArgumentBytes? {
        guard arguments.first == "ls", arguments.count <= 2, getenv("SAP_SHELL") == nil else {
            return nil
        }
        guard let place = arguments.dropFirst().first else { return ArgumentBytes(".") }
        return place.isEmpty || place.hasPrefix("-") ? nil : ArgumentBytes(argument: place)
    }

    /// What a shell asked for, to complete a word or to learn how to ask.
    private static func completion(_ arguments: [String]) throws -> [String]? {
        switch arguments.first {
        case CompletionAnswer.word: return try CompletionAnswer.lines(arguments.dropFirst())
        case let option? where option.split(separator: "=").first == "--generate-completion-script":
            let given = option.split(separator: "=").dropFirst().first.map(String.init)
            let name = given ?? arguments.dropFirst().first ?? ""
            guard let script = CompletionScript(rawValue: name) else {
                throw Failure.usage(tr("There are completion scripts for bash, zsh and fish."))
            }
            return [String(script.text.dropLast())]
        default: return nil
        }
    }

    /// The command or subject that `ferry help` is asked about; the parser knows the rest.
    private static func helpWord(_ arguments: [String]) -> String? {
        guard arguments.first == "help", let word = arguments.dropFirst().first,
            !word.hasPrefix("-")
        else { return nil }
        return word
    }

    /// 0 done, 1 something failed, 2 wrong usage.
    static func run(_ arguments: [String]) -> CInt {
        do {
            if let place = plainListing(arguments) {
                try ListPrinter().print(place, NoOptions())
                try Output.standard.close()
                return 0
            }
            if let word = helpWord(arguments) {
                try ManualLookUp.print(try ManualLookUp.page(word))
                return 0
            }
            if let lines = try completion(arguments) {
                var output = Output.standard
                for line in lines { try output.append(line: line) }
                try output.flush()
                return 0
            }
            try CommandWord.check(arguments) {
                configuration.subcommands.compactMap { $0.configuration.commandName }
            }
            if isPlain(arguments) {
                let places = arguments.map { ArgumentBytes(argument: $0) }
                try OpenScreen.open(places, NoOptions(), NoOptions())
            } else {
                var command = try parsed(arguments)
                try command.run()
            }
            try Output.standard.close()
            return 0
        } catch let failure as Failure {
            return end(failure)
        } catch let failure as OutputFailure {
            return end(failure.failure)
        } catch let error as FileSystemError {
            return end(Failure(error))
        } catch {
            return explain(error, arguments)
        }
    }

    private static func end(_ failure: Failure) -> CInt {
        for line in failure.lines { StandardError.say(line) }
        return failure.code
    }

    /// What the argument parser has to say: help, which was asked for, or what is wrong.
    private static func explain(_ error: any Error, _ arguments: [String]) -> CInt {
        var text = ArgumentText.shown(
            Language.isEnglish
                ? fullMessage(for: error)
                : ParserText.said(
                    fullMessage(for: error, columns: 10_000),
                    columns: TerminalColumns.count(
                        exitCode(for: error) == .success ? STDOUT_FILENO : STDERR_FILENO)))
        text += "\n"
        let isHelp = arguments == ["help"] || arguments.contains { ["-h", "--help"].contains($0) }
        if isHelp { text += Examples.text(for: arguments) }
        guard exitCode(for: error) == .success else {
            StandardError.write(text)
            return 2
        }
        do throws(OutputFailure) {
            try Output.standard.write(Array(text.utf8))
            try Output.standard.close()
            return 0
        } catch {
            return end(error.failure)
        }
    }
}
