package import Settings
import Terminal

extension Keymap {
    /// A set of keys to start from.
    package enum Preset: String, CaseIterable, Sendable {
        /// Function keys as in Midnight Commander and Total Commander, letters as in yazi and vim.
        case ferry
        /// Without the letters: typing one starts a search for a name.
        case commander
    }

    /// The keys that hold where the user's `keymap.toml` says nothing else.
    package static func preset(_ preset: Preset = .ferry) -> Keymap {
        var bindings: [Binding] = []
        for (context, names, action) in table {
            for name in names {
                guard let keys = Key.sequence(name) else { continue }
                if preset == .commander, context == .pane || context == .everywhere,
                    startsWithLetter(keys)
                {
                    continue
                }
                bindings.append(Binding(context, keys, action))
            }
        }
        var keymap = Keymap(bindings: bindings)
        keymap.lettersFind = preset == .commander
        return keymap
    }

    /// A preset with the user's own keys over it.
    package static func preset(
        _ preset: Preset, under file: KeymapFile
    ) throws(SettingsError) -> Keymap {
        var keymap = Keymap.preset(preset)
        let applied = try file.applied(
            to: defaults(of: keymap), actions: Action.allCases.map(\.rawValue),
            contexts: Context.allCases.map(\.rawValue))
        keymap.bindings = applied.compactMap { binding in
            guard let context = Context(rawValue: binding.context),
                let action = binding.action.flatMap({ Action(rawValue: $0) })
            else { return nil }
            return Binding(context, binding.keys, action)
        }
        return keymap
    }

    /// Everything that is wrong with the user's own keys over a preset.
    package static func flaws(of file: KeymapFile, over preset: Preset) -> [SettingsError] {
        var flaws: [SettingsError] = []
        _ = file.applied(
            to: defaults(of: Keymap.preset(preset)), actions: Action.allCases.map(\.rawValue),
            contexts: Context.allCases.map(\.rawValue), flaws: &flaws)
        return flaws
    }

    private static func defaults(of keymap: Keymap) -> [KeymapFile.Binding] {
        keymap.bindings.map { binding in
            KeymapFile.Binding(
                context: binding.context.rawValue, keys: binding.keys,
                action: binding.action.rawValue)
        }
    }

    private static func startsWithLetter(_ keys: [Key]) -> Bool {
        guard let first = keys.first, first.modifiers.isEmpty,
            case .character(let character) = first.code
        else { return false }
        return character.isLetter
    }

    /// Context, keys in the order in which they are shown, action.
    static let table: [(Context, [String], Action)] = [
        (.everywhere, ["up", "k"], .up),
        (.everywhere, ["down", "j"], .down),
        (.everywhere, ["pageup", "ctrl-b"], .pageUp),
        (.everywhere, ["pagedown", "ctrl-f"], .pageDown),
        (.everywhere, ["ctrl-u"], .halfUp),
        (.everywhere, ["ctrl-d"], .halfDown),
        (.everywhere, ["home", "g g"], .top),
        (.everywhere, ["end", "G"], .bottom),
        (.everywhere, ["enter"], .enter),
        (.everywhere, ["/"], .find),
        (.everywhere, ["n"], .findNext),
        (.everywhere, ["N"], .findPrevious),
        (.everywhere, ["f1", "?"], .help),
        (.everywhere, ["f2", "g s"], .sites),
        (.everywhere, ["g S"], .share),
        (.everywhere, ["f9"], .menu),
        (.everywhere, ["f10", "q"], .quit),
        (.everywhere, ["ctrl-c"], .askToQuit),
        (.everywhere, ["w"], .queue),
        (.everywhere, ["L"], .log),
        (.everywhere, ["Q"], .answer),
        (.everywhere, [":"], .palette),
        (.everywhere, ["g r"], .raw),
        (.everywhere, ["g e"], .edits),
        (.everywhere, ["g p"], .showPlan),
        (.everywhere, ["ctrl-l"], .redraw),
        (.everywhere, ["escape", "ctrl-g"], .cancel),
        (.everywhere, ["ctrl-z"], .suspend),

        (.pane, ["right", "l"], .enter),
        (.pane, ["left", "h", "backspace"], .parent),
        (.pane, ["tab"], .otherPane),
        (.pane, ["="], .otherToSame),
        (.pane, ["b"], .browseTogether),
        (.pane, ["C"], .compare),
        (.pane, ["g C"], .compareBy),
        (.pane, ["g n"], .nextDifference),
        (.pane, ["g N"], .previousDifference),
        (.pane, ["g D"], .markDifferent),
        (.pane, ["g d", "alt-c"], .goTo),
        (.pane, ["alt-left", "g b", "alt-y"], .back),
        (.pane, ["alt-right", "g f", "alt-u"], .forward),
        (.pane, ["g l"], .thisMachine),
        (.pane, ["'", "g m", "ctrl-\\"], .bookmarks),
        (.pane, ["m"], .addBookmark),
        (.pane, ["g h", "~"], .home),
        (.pane, ["space", "insert", "ctrl-t"], .mark),
        (.pane, ["v"], .visual),
        (.pane, ["+"], .markPattern),
        (.pane, ["-"], .unmarkPattern),
        (.pane, ["*"], .markInvert),
        (.pane, ["ctrl-a"], .markAll),
        (.pane, ["u"], .unmarkAll),
        (.pane, [","], .sortMenu),
        (.pane, ["."], .toggleHidden),
        (.pane, ["f"], .filter),
        (.pane, ["g c"], .charset),
        (.pane, ["s"], .findBelow),
        (.pane, ["g F"], .foundAgain),
        (.pane, ["ctrl-r"], .reread),
        (.pane, ["f3", "i"], .view),
        (.pane, ["P"], .preview),
        (.pane, ["f4", "e"], .edit),
        (.pane, ["o"], .openWith),
        (.pane, ["f5"], .copy),
        (.pane, ["f6"], .move),
        (.pane, ["r", "shift-f6"], .rename),
        (.pane, ["R"], .renameInEditor),
        (.pane, ["g R"], .renameByPattern),
        (.pane, ["y"], .yank),
        (.pane, ["x"], .cut),
        (.pane, ["p"], .paste),
        (.pane, ["M"], .mirror),
        (.pane, ["ctrl-x s"], .makeLink),
        (.pane, ["ctrl-x p"], .pack),
        (.pane, ["ctrl-x e"], .extract),
        (.pane, ["f7"], .makeDirectory),
        (.pane, ["a"], .make),
        (.pane, ["A"], .attributes),
        (.pane, ["f8", "delete", "d"], .delete),
        (.pane, ["shift-delete"], .deletePermanently),
        (.pane, ["g x"], .trash),
        (.pane, ["U"], .undo),
        (.pane, ["g u"], .undoList),
        (.pane, ["T"], .queuePauseAll),
        (.pane, ["!"], .shell),
        (.pane, ["t"], .newTab),
        (.pane, ["ctrl-w"], .closeTab),
        (.pane, ["]"], .tabNext),
        (.pane, ["["], .tabPrevious),
        (.pane, ["<"], .tabLeft),
        (.pane, [">"], .tabRight),
        (.pane, ["1"], .tab1),
        (.pane, ["2"], .tab2),
        (.pane, ["3"], .tab3),
        (.pane, ["4"], .tab4),
        (.pane, ["5"], .tab5),
        (.pane, ["6"], .tab6),
        (.pane, ["7"], .tab7),
        (.pane, ["8"], .tab8),
        (.pane, ["9"], .tab9),

        (.queue, ["space"], .jobPause),
        (.queue, ["P"], .queuePauseAll),
        (.queue, ["K"], .jobEarlier),
        (.queue, ["J"], .jobLater),
        (.queue, ["t"], .jobFirst),
        (.queue, ["T"], .jobLast),
        (.queue, ["r"], .jobRetry),
        (.queue, ["R"], .retryFailed),
        (.queue, ["p"], .jobPolicy),
        (.queue, ["b"], .jobLimit),
        (.queue, ["B"], .queueLimit),
        (.queue, ["c"], .siteConnections),
        (.queue, ["A"], .siteAnswers),
        (.queue, ["x", "delete", "f8"], .jobCancel),
        (.queue, ["D"], .clearDone),
        (.queue, ["H"], .history),
        (.queue, ["enter"], .jobDetails),
        (.queue, ["right", "l"], .openFolder),
        (.queue, ["left", "h"], .closeFolder),
        (.queue, ["tab", "]"], .nextTab),
        (.queue, ["["], .previousTab),
        (.queue, ["1"], .tabAll),
        (.queue, ["2"], .tabActive),
        (.queue, ["3"], .tabWaiting),
        (.queue, ["4"], .tabNeedsYou),
        (.queue, ["5"], .tabFailed),
        (.queue, ["6"], .tabDone),
        (.queue, ["insert", "ctrl-t"], .mark),
        (.queue, ["*"], .markInvert),
        (.queue, ["ctrl-a"], .markAll),
        (.queue, ["u"], .unmarkAll),
        (.queue, ["q", "f10"], .cancel),

        (.found, ["enter", "right", "l"], .enter),
        (.found, ["f3", "i"], .view),
        (.found, ["f4", "e"], .edit),
        (.found, ["o"], .openWith),
        (.found, ["f5"], .copy),
        (.found, ["f8", "delete", "d"], .delete),
        (.found, ["space", "insert", "ctrl-t"], .mark),
        (.found, ["*"], .markInvert),
        (.found, ["ctrl-a"], .markAll),
        (.found, ["u"], .unmarkAll),
        (.found, ["q", "f10"], .cancel),

        (.log, ["f"], .logFilter),
        (.log, ["c"], .logConnection),
        (.log, ["e"], .logErrors),
        (.log, ["s"], .logSave),
        (.log, ["y"], .logCopy),
        (.log, ["q", "f10"], .cancel),

        (.viewer, ["f7"], .find),
        (.viewer, ["%", "f5"], .goTo),
        (.viewer, ["f4", "x"], .viewHex),
        (.viewer, ["f2", "W"], .viewWrap),
        (.viewer, ["left", "h"], .viewLeft),
        (.viewer, ["right", "l"], .viewRight),
        (.viewer, ["e"], .edit),
        (.viewer, ["o"], .openWith),
        (.viewer, ["space"], .pageDown),
        (.viewer, ["b"], .pageUp),
        (.viewer, ["q", "f10", "f3", "i"], .cancel),

        (.settings, ["d", "delete", "f8"], .settingDefault),
        (.settings, ["q", "f10"], .cancel),

        (.edits, ["s", "f5"], .editSend),
        (.edits, ["f"], .editFinish),
        (.edits, ["d", "delete", "f8"], .editDiscard),
        (.edits, ["q", "f10"], .cancel),

        (.share, ["S", "enter"], .shareStop),
        (.share, ["x", "delete", "f8"], .shareKick),
        (.share, ["c", "y"], .shareCopy),
        (.share, ["i"], .shareInvert),
        (.share, ["q", "f10"], .cancel),

        (.raw, ["f5", "alt-enter", "ctrl-enter"], .rawSend),
        (.raw, ["f4"], .rawReady),
        (.raw, ["tab"], .rawNext),
        (.raw, ["f6", "s"], .rawSave),
        (.raw, ["q", "f10"], .cancel),

        (.sites, ["f7"], .siteSave),
        (.sites, ["f4"], .siteEdit),
        (.sites, ["f5"], .siteCopy),
        (.sites, ["f8", "delete"], .siteRemove),
        (.sites, ["f3"], .siteTest),
        (.sites, ["f6"], .siteImport),
        (.sites, ["f10"], .cancel),

        (.trash, ["r"], .trashRestore),
        (.trash, ["d", "delete", "f8"], .trashDelete),
        (.trash, ["ctrl-r"], .reread),
        (.trash, ["q", "f10"], .cancel),

        (.undo, ["U"], .undo),
        (.undo, ["ctrl-r"], .reread),
        (.undo, ["q", "f10"], .cancel),

        (.plan, ["f5", "enter"], .planRun),
        (.plan, ["space", "insert", "ctrl-t"], .mark),
        (.plan, ["*"], .markInvert),
        (.plan, ["ctrl-a"], .markAll),
        (.plan, ["u"], .unmarkAll),
        (.plan, ["f"], .filter),
        (.plan, ["d"], .planDifferences),
        (.plan, ["n"], .nextDifference),
        (.plan, ["N"], .previousDifference),
        (.plan, ["f3", "i"], .view),
        (.plan, ["t"], .planProblems),
        (.plan, ["tab", "]"], .nextTab),
        (.plan, ["["], .previousTab),
        (.plan, ["1"], .planAll),
        (.plan, ["2"], .planCopies),
        (.plan, ["3"], .planReplacements),
        (.plan, ["4"], .planDeletions),
        (.plan, ["5"], .planConflicts),
        (.plan, ["6"], .planOthers),
        (.plan, ["left", "h"], .viewLeft),
        (.plan, ["right", "l"], .viewRight),
        (.plan, ["P"], .planPause),
        (.plan, ["x"], .planStop),
        (.plan, ["r"], .jobRetry),
        (.plan, ["ctrl-r"], .reread),
        (.plan, ["U"], .undo),
        (.plan, ["q", "f10"], .cancel),

        (.list, ["q", "f10"], .cancel),
    ]
}
