import Curses
import Terminal
import Words

/// What there is to say of a terminal and the user's locale.
enum TerminalFindings {
    static func of(_ report: TerminalReport) -> [Finding] {
        [type(report), colours(report), size(report)].compactMap { $0 } + around(report)
            + [locale(report)]
    }

    private static func type(_ report: TerminalReport) -> Finding {
        let name = report.type
        return switch report.entry {
        case .unnamed:
            Finding(
                .terminal, "type", .problem(tr("Set it, for example: export TERM=xterm-256color")),
                tr("TERM is not set, so the screen cannot open."))
        case .missing:
            Finding(
                .terminal, "type",
                .problem(tr("Install ncurses-term, or set another: export TERM=xterm-256color")),
                tr("There is no description of the terminal type '\(name)'."))
        case .incapable:
            Finding(
                .terminal, "type",
                .problem(
                    tr("Use another terminal; commands such as 'ferry get' work in this one.")),
                tr("The terminal type '\(name)' cannot draw a screen."))
        case .usable: Finding(.terminal, "type", .ok, name)
        }
    }

    private static func colours(_ report: TerminalReport) -> Finding? {
        guard case .usable(let depth) = report.entry else { return nil }
        switch depth {
        case .monochrome where report.variables["NO_COLOR"] != nil:
            return Finding(.terminal, "colours", .ok, tr("none, because NO_COLOR is set"))
        case .monochrome:
            return Finding(.terminal, "colours", .ok, tr("none; attributes and characters say all"))
        case .eight, .sixteen:
            return Finding(
                .terminal, "colours",
                .hint(tr("If the terminal shows more, set TERM to its 256-colour type.")),
                depth == .eight ? "8" : "16")
        case .indexed: return Finding(.terminal, "colours", .ok, "256")
        case .direct: return Finding(.terminal, "colours", .ok, tr("16 million"))
        }
    }

    private static func size(_ report: TerminalReport) -> Finding {
        guard let size = report.size else {
            return Finding(
                .terminal, "size", .ok, tr("unknown, because the output does not go to a terminal"))
        }
        let text = "\(size.width)x\(size.height)"
        return size.width >= 60 && size.height >= 16
            ? Finding(.terminal, "size", .ok, text)
            : Finding(
                .terminal, "size", .problem(tr("Make the window larger, or its letters smaller.")),
                tr("\(text) is less than 60x16, which the screen needs."))
    }

    /// What multiplexers and terminals keep to themselves.
    private static func around(_ report: TerminalReport) -> [Finding] {
        let variables = report.variables
        if variables["TMUX"] != nil {
            return [
                Finding(
                    .terminal, "tmux",
                    .hint(tr("In tmux.conf: set -g set-clipboard on, and set -g escape-time 20")),
                    tr(
                        "Under tmux, copying names to the clipboard may not reach the terminal, and "
                            + "Esc may take half a second. Its prefix key does not reach Ferry."))
            ]
        }
        if variables["STY"] != nil {
            return [
                Finding(
                    .terminal, "screen",
                    .hint(tr("Mark all with '*' or the menu, or choose another key: escape ^Bb")),
                    tr(
                        "GNU screen takes Ctrl-A for itself, and does not support copying names to the "
                            + "clipboard."))
            ]
        }
        if variables["VTE_VERSION"] != nil {
            return [
                Finding(
                    .terminal, "keys",
                    .hint(
                        tr("Quit with q, or turn off the menu key in the terminal's preferences.")),
                    tr(
                        "GNOME's terminals open their own menu on F10, and may not support copying "
                            + "names to the clipboard."))
            ]
        }
        if variables["WT_SESSION"] != nil {
            return [
                Finding(
                    .terminal, "keys", .hint(tr("Rebind the keys in Windows Terminal's settings.")),
                    tr("Windows Terminal takes F11 and Alt-Enter for itself."))
            ]
        }
        if variables["TERM_PROGRAM"] == "Apple_Terminal" {
            return [
                Finding(
                    .terminal, "keys",
                    .hint(tr("In its profile's keyboard settings, use Option as the Meta key.")),
                    tr(
                        "Terminal.app does not send Alt keys, and does not support copying names to "
                            + "the clipboard."))
            ]
        }
        if report.type.hasPrefix("linux") {
            return [
                Finding(
                    .terminal, "keys", .hint(tr("Use the menu (F9) or the palette (:) instead.")),
                    tr(
                        "The Linux console sends no Alt-arrows, and does not support copying names to "
                            + "the clipboard."))
            ]
        }
        return []
    }

    private static func locale(_ report: TerminalReport) -> Finding {
        let variables = report.variables
        let named = ["LC_ALL", "LC_CTYPE", "LANG"].first { variables[$0] != nil }
        // What comes before LANG would hide it.
        let name = named ?? "LANG"
        let source = named.flatMap { name in variables[name].map { "\(name)=\($0)" } }
        if report.charset == "UTF-8" {
            return Finding(
                .locale, "charset", .ok,
                source.map { "UTF-8 (\($0))" } ?? tr("UTF-8 (the default)"))
        }
        guard let source else {
            return Finding(
                .locale, "charset", .hint(tr("Set it: export LANG=C.UTF-8")),
                tr("No locale is set; Ferry assumes UTF-8."))
        }
        return Finding(
            .locale, "charset",
            .hint(tr("Set it: export \(name)=C.UTF-8; 'locale -a' lists what is installed.")),
            tr(
                "\(source) means \(report.charset): Ferry draws plain lines, and some names may not be readable."
            )
        )
    }
}
