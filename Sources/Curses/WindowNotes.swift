import Glibc
import Terminal

/// What the terminal's window says of Ferry while another one is in front: its title, and how far the
/// queue is.
struct WindowNotes {
    /// Whether the window is named at all.
    private let hasTitle: Bool
    /// What Ferry calls the window; nil while it has the title that it came with.
    private var title: String?
    private var progress = WindowProgress.none
    /// Whether the terminal knows OSC 9;4. To others, it is the text of a notice.
    private let hasProgress: Bool

    /// Characters of a title; more would be cut anyway.
    private static let titleLimit = 200
    /// Has the terminal keep the window's title, and put it back (xterm's 22 and 23).
    private static let keepTitle = "\u{1B}[22;2t"
    private static let titleBack = "\u{1B}[23;2t"
    private static let progressGone = "\u{1B}]9;4;0\u{7}"

    /// - Parameter isModern: Whether the terminal takes in what it does not know without a trace.
    init(hasTitle: Bool, isModern: Bool) {
        self.hasTitle = hasTitle && isModern
        hasProgress =
            isModern
            && WindowNotes.showsProgress { name in
                getenv(name).map { String(cString: $0) }
            }
    }

    /// What leaves no note behind, for an end without warning.
    var reset: String {
        (hasTitle ? WindowNotes.titleBack : "") + (hasProgress ? WindowNotes.progressGone : "")
    }

    /// Whether the terminal shows a progress, by what it sets in the environment. Within tmux and
    /// screen, which pass no such thing on, the variables are those of another terminal.
    static func showsProgress(_ environment: (String) -> String?) -> Bool {
        guard environment("TMUX") == nil, environment("STY") == nil else { return false }
        if environment("WT_SESSION") != nil || environment("ConEmuANSI") == "ON" { return true }
        if let version = environment("VTE_VERSION").flatMap({ Int($0) }), version >= 7_900 {
            return true
        }
        return ["ghostty", "WezTerm"].contains(environment("TERM_PROGRAM"))
    }

    mutating func setTitle(_ text: String) {
        guard hasTitle, title != text else { return }
        if title == nil { TerminalModes.send(WindowNotes.keepTitle) }
        title = text
        TerminalModes.send("\u{1B}]2;\(text.prefix(WindowNotes.titleLimit))\u{7}")
    }

    mutating func setProgress(_ progress: WindowProgress) {
        guard hasProgress, self.progress != progress else { return }
        self.progress = progress
        let state =
            switch progress {
            case .none: "0"
            case .running(nil): "3"
            case .running(let percent?): "1;\(max(0, min(percent, 100)))"
            case .asks(let percent): "4;\(max(0, min(percent, 100)))"
            }
        TerminalModes.send("\u{1B}]9;4;\(state)\u{7}")
    }

    /// The window gets back what it came with.
    mutating func giveBack() {
        if title != nil { TerminalModes.send(WindowNotes.titleBack) }
        if progress != .none { TerminalModes.send(WindowNotes.progressGone) }
        (title, progress) = (nil, .none)
    }
}
