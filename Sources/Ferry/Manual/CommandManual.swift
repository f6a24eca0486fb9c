import ArgumentParser
import Manual
import Words

/// Makes the pages of `ferry` and of its subcommands from what the argument parser knows and what is
/// written of each.
struct CommandManual {
    /// Those that most subcommands share, which need no place in the first lines.
    private let common: Set<ToolInfo.Argument>

    init(common: ToolInfo.Command) {
        self.common = Set(common.arguments ?? [])
    }

    /// The page of the whole program; `ferry` without a command opens the screen.
    func page(of ferry: ToolInfo.Command, opening screen: ToolInfo.Command) -> ManualPage {
        var blocks = [ManualBlock.heading(tr("Description"))]
        blocks += ManualText.blocks(ManualIntroduction.overview)
        blocks.append(.heading(tr("Commands")))
        blocks.append(
            .definitions(
                commands(of: ferry).map { command in
                    .init(
                        term: [.code(command.line)],
                        meaning: [.words(command.abstract ?? "")])
                }))
        blocks.append(.heading(tr("Subjects")))
        blocks.append(.paragraph(ManualSpan.spans(tr("`ferry help SUBJECT` shows these:"))))
        blocks.append(
            .definitions(
                ManualLibrary.subjects.map { name, summary in
                    .init(term: [.code(name)], meaning: [.words(summary)])
                }))
        blocks += options(of: screen)
        blocks += CommandManual.exitStatus
        return ManualPage(
            "ferry", .commands, tr("two-pane file manager for this machine and servers"),
            usage: [usage(of: screen, as: "ferry"), "ferry COMMAND [ARGUMENT]…"], blocks: blocks,
            related: [
                .init("ferry-keys", .subjects), .init("ferry-config", .files),
                .init("ferry-sites", .files), .init("ferry-keymap", .files),
                .init("ferry-theme", .files), .init("ferry-tour", .subjects),
            ])
    }

    /// The subcommands that have pages: the screen's own is `ferry`.
    func commands(of ferry: ToolInfo.Command) -> [ToolInfo.Command] {
        ferry.shownSubcommands.filter { $0.commandName != "open" }
    }

    /// The page of a subcommand, with those of its own.
    func page(of command: ToolInfo.Command) -> ManualPage {
        let nested = command.shownSubcommands
        var blocks = [ManualBlock.heading(tr("Description"))]
        blocks.append(.paragraph(ManualSpan.spans(command.abstract ?? "")))
        let page = CommandPage.named(command.commandName)
        blocks += (page?.text ?? command.discussion).map { ManualText.blocks($0) } ?? []
        for command in nested {
            blocks.append(.heading(command.line))
            blocks.append(.paragraph([.words(command.abstract ?? "")]))
            if let discussion = command.discussion, !discussion.isEmpty {
                blocks += ManualText.blocks(discussion)
            }
            blocks += definitions(command.arguments?.filter { !isCommon($0) } ?? [])
        }
        blocks += options(of: command)
        // What this one exits with says whether two places are the same: its text has it.
        if command.commandName != Compare.configuration.commandName {
            blocks += CommandManual.exitStatus
        }
        if let examples = page?.examples, !examples.isEmpty {
            blocks.append(.heading(tr("Examples")))
            for example in examples {
                blocks.append(.paragraph([.words(example.meaning)]))
                blocks.append(.verbatim([example.line]))
            }
        }
        return ManualPage(
            "ferry-\(command.commandName)", .commands, CommandManual.phrase(command.abstract),
            usage: nested.isEmpty
                ? [usage(of: command, as: command.line)]
                : nested.map { usage(of: $0, as: $0.line) },
            blocks: blocks,
            related: [
                .init("ferry", .commands), .init("ferry-addresses", .subjects),
                .init("ferry-scripting", .subjects),
            ])
    }

    private static let exitStatus: [ManualBlock] = [
        .heading(tr("Exit status")),
        .definitions(
            [
                ("0", tr("Everything was done.")),
                ("1", tr("Something failed, or was skipped; stderr has a line for each.")),
                ("2", tr("The command line was wrong.")),
            ].map { .init(term: [.code($0.0)], meaning: [.words($0.1)]) }),
    ]

    /// A sentence as the phrase that follows a name.
    static func phrase(_ sentence: String?) -> String {
        guard let sentence, let first = sentence.first else { return "" }
        let second = sentence.dropFirst().first
        // FTP and the like keep their capitals.
        let start = second?.isUppercase == true ? String(first) : first.lowercased()
        let phrase = start + sentence.dropFirst()
        // In Chinese, too.
        return [".", "。"].contains(phrase.last) ? String(phrase.dropLast()) : phrase
    }

    private func isCommon(_ argument: ToolInfo.Argument) -> Bool {
        common.contains(argument)
            || argument.names?.contains { ["help", "version"].contains($0.name) } == true
    }

    /// How a command is called, without the options that most have.
    private func usage(of command: ToolInfo.Command, as line: String) -> String {
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        var words = [line]
        for option in arguments where !option.isPositional && !isCommon(option) {
            guard
                let name = option.names?.first(where: { $0.kind != "long" }) ?? option.names?.first
            else { continue }
            let value = option.kind == "option" ? " \(option.valueName ?? "")" : ""
            let text = name.text + value
            words.append(
                (option.isOptional ? "[\(text)]" : text) + (option.isRepeating ? "…" : ""))
        }
        if arguments.contains(where: { common.contains($0) }) { words.append("[OPTION]…") }
        for argument in arguments where argument.isPositional {
            var text = argument.valueName ?? ""
            if argument.isOptional { text = "[\(text)]" }
            if argument.isRepeating, !text.contains("…") { text += "…" }
            words.append(text)
        }
        return words.joined(separator: " ")
    }

    private func options(of command: ToolInfo.Command) -> [ManualBlock] {
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        let own = arguments.filter { !isCommon($0) }
        let others = arguments.filter { isCommon($0) && $0.names?.first?.name != "version" }
        var blocks: [ManualBlock] = []
        if !own.isEmpty { blocks += [.heading(tr("Arguments and options"))] + definitions(own) }
        if others.contains(where: { common.contains($0) }) {
            blocks += [.heading(tr("Options for connections"))] + definitions(others)
        }
        return blocks
    }

    private func definitions(_ arguments: [ToolInfo.Argument]) -> [ManualBlock] {
        let shown = arguments.filter { $0.shouldDisplay && !$0.isHelp }
        guard !shown.isEmpty else { return [] }
        return [
            .definitions(
                shown.map { argument in
                    var meaning = [argument.abstract, argument.discussion].compactMap { $0 }
                        .filter { !$0.isEmpty }.joined(separator: " ")
                    if let standard = argument.defaultValue, !standard.isEmpty {
                        meaning += meaning.isEmpty ? "" : " "
                        meaning += tr("Default: \(standard).")
                    }
                    return .init(term: argument.term, meaning: [.words(meaning)])
                })
        ]
    }
}

extension ToolInfo.Argument {
    fileprivate var isHelp: Bool { names?.contains { $0.name == "help" } == true }

    fileprivate var term: [ManualSpan] {
        guard !isPositional else { return [.code(valueName ?? "")] }
        let names = (names ?? []).map { ManualSpan.code($0.text) }
        var term = Array(names.map { [$0] }.joined(separator: [.words(", ")]))
        if kind == "option" { term.append(.words(" \(valueName ?? "")")) }
        return term
    }
}
