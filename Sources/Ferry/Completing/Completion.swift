import Glibc
import Manual
import Settings
import Words

/// Finds the words that may continue a command line: commands, options and their values from the
/// argument parser's own tables, and places from what is known.
struct Completion {
    private let root: ToolInfo.Command

    init() throws {
        root = try ToolInfo.of(Ferry.self)
    }

    /// `words` follow the program's name; the last one is what is being typed.
    func candidates(_ words: [String]) -> [Candidate] {
        let typed = words.last ?? ""
        var (command, rest) = (root, ArraySlice(words.dropLast()))
        while let word = rest.first,
            let next = command.subcommands?.first(where: { $0.commandName == word })
        {
            command = next
            rest = rest.dropFirst()
        }
        // Without a command, the arguments are those of the screen.
        let options = command.isRoot ? root.subcommand("open") ?? root : command
        var places: [String] = []
        var waiting: ToolInfo.Argument?
        var endsOptions = false
        for word in rest {
            if waiting != nil {
                waiting = nil
            } else if word == "--", !endsOptions {
                endsOptions = true
            } else if word.hasPrefix("-"), word != "-", !endsOptions {
                waiting = options.option(word).flatMap { $0.kind == "option" ? $0 : nil }
            } else {
                places.append(word)
            }
        }
        if let waiting { return values(of: waiting, typed) }
        if typed.hasPrefix("--"), !endsOptions, let sign = typed.firstIndex(of: "="),
            let option = options.option(String(typed[..<sign])), option.kind == "option"
        {
            return values(of: option, String(typed[typed.index(after: sign)...])).map {
                Candidate(typed[...sign] + $0.word, $0.meaning)
            }
        }
        if typed.hasPrefix("-"), !endsOptions {
            return Completion.fitting(options.optionNames, typed)
        }
        var found: [Candidate] = []
        if places.isEmpty {
            found += Completion.fitting(
                command.shownSubcommands.filter { $0.commandName != "open" }
                    .map { Candidate($0.commandName, $0.abstract ?? "") }
                    + (command.isRoot
                        ? [Candidate("help", tr("Explain a command or a subject."))] : []),
                typed)
        }
        return found + arguments(of: options, number: places.count, typed)
    }

    private static func fitting(_ candidates: [Candidate], _ typed: String) -> [Candidate] {
        candidates.filter { $0.word.hasPrefix(typed) }
    }

    private func values(of option: ToolInfo.Argument, _ typed: String) -> [Candidate] {
        if let values = option.allValues, !values.isEmpty {
            return Completion.fitting(values.map { Candidate($0) }, typed)
        }
        let name = option.valueName ?? ""
        if option.names?.contains(where: { $0.name == "theme" }) == true {
            return Completion.fitting(SettingsPaths().themes.names.map { Candidate($0) }, typed)
                + PlaceCompletion.local(typed)
        }
        return ["FILE", "DIR", "PATH"].contains { name.hasPrefix($0) }
            ? PlaceCompletion.local(typed, onlyDirectories: name.hasPrefix("DIR")) : []
    }

    /// What the argument of this number, from 0, may be.
    private func arguments(
        of command: ToolInfo.Command, number: Int, _ typed: String
    ) -> [Candidate] {
        switch command.line {
        case "ferry help", "ferry man":
            guard number == 0 else { return [] }
            let pages = ManualLibrary.subjects.map { Candidate($0.name, $0.summary) }
            let commands = root.shownSubcommands.filter { $0.commandName != "open" }
                .map { Candidate($0.commandName, $0.abstract ?? "") }
            return Completion.fitting(pages + commands, typed)
        case "ferry sites remove", "ferry sites test":
            guard number == 0 else { return [] }
            return PlaceCompletion.siteNames(typed)
        case "ferry queue pause", "ferry queue resume", "ferry queue retry":
            return Completion.fitting(number == 0 ? [Candidate("all")] : [], typed)
        case "ferry queue move":
            let places = ["first", "earlier", "later", "last"].map { Candidate($0) }
            return number == 1 ? Completion.fitting(places, typed) : []
        case "ferry sites import": return PlaceCompletion.local(typed)
        case "ferry share": return PlaceCompletion.local(typed, onlyDirectories: true)
        default:
            guard let positional = command.positional(number), positional.isPlace else { return [] }
            return PlaceCompletion.all(typed)
        }
    }
}

extension ToolInfo.Command {
    fileprivate var isRoot: Bool { superCommands?.isEmpty ?? true }

    fileprivate func subcommand(_ name: String) -> ToolInfo.Command? {
        subcommands?.first { $0.commandName == name }
    }

    fileprivate func option(_ word: String) -> ToolInfo.Argument? {
        arguments?.first { $0.names?.contains { $0.text == word } == true }
    }

    /// The argument at this number; the last one where it is repeated.
    fileprivate func positional(_ number: Int) -> ToolInfo.Argument? {
        let all = (arguments ?? []).filter { $0.isPositional && $0.shouldDisplay }
        if number < all.count { return all[number] }
        return all.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    fileprivate var optionNames: [Candidate] {
        (arguments ?? []).filter { !$0.isPositional && $0.shouldDisplay }.flatMap { option in
            (option.names ?? []).map { Candidate($0.text, option.abstract ?? "") }
        }
    }
}

extension ToolInfo.Argument {
    /// Whether it names a file or a directory, here or on a server.
    fileprivate var isPlace: Bool {
        let others = [
            "job", "number", "mode", "name", "WORD", "PLACE", "NUMBER", "JOB", "MODE", "NAME",
        ]
        return !others.contains(valueName ?? "")
    }
}
