import Terminal

@testable import UI

/// What is so of the interface whatever has happened.
struct ModelCheck {
    /// Presses of Esc after which a user is at the panes, however many questions wait.
    private static let mostEscapes = 60
    private static let mostTabs = 9
    /// More than all jobs, prompts and open questions of a monkey.
    private static let mostKept = 400

    private let stage: Stage
    private var model: Model { stage.model }

    init(_ stage: Stage) {
        self.stage = stage
    }

    /// What is not as it is to be; nil for nothing. What takes long is looked at now and then.
    func fault(at step: Int) -> String? {
        if step % 16 == 0, let fault = tabFault ?? boundFault ?? frameFault { return fault }
        guard step % 128 == 0 else { return nil }
        guard model.view() == model.view() else { return "the same is drawn in two ways" }
        return wayHomeFault
    }

    // MARK: - Panes

    private var tabFault: String? {
        let panes = model.workspace.panes
        for side in Side.allCases {
            let tabs = panes.tabs(side)
            guard tabs.count <= ModelCheck.mostTabs, Set(tabs.ids).count == tabs.count else {
                return "there are too many tabs, or two of one name: \(tabs.ids)"
            }
        }
        for tab in panes.allTabs {
            guard let pane = panes.pane(tab) else { return "a tab is not there" }
            guard pane.cursor >= 0, pane.cursor < max(1, pane.rowCount),
                Set(pane.marked).isSubset(of: pane.order)
            else { return "the cursor or the marks are outside" }
        }
        return nil
    }

    // MARK: - What grows

    /// The world of a monkey is small: what grows past it is never let go of.
    private var boundFault: String? {
        let workspace = model.workspace
        let counts = [
            "dialogs": model.dialogs.count, "jobs": workspace.queue.count,
            "prompts": workspace.logins.prompts.count, "edits": workspace.edits.all.count,
            "names being edited": workspace.renamings.edited.count,
            "names being changed": workspace.renamings.running.count,
        ]
        if let many = counts.first(where: { $0.value > ModelCheck.mostKept }) {
            return "there are \(many.value) \(many.key)"
        }
        guard workspace.log.count <= LogState.capacity else { return "the log is too long" }
        return nil
    }

    // MARK: - The screen

    private var frameFault: String? {
        let frame = model.view()
        guard frame.size == model.size,
            frame.cells.count == frame.size.width * frame.size.height
        else { return "the frame has another size" }
        guard halvesMatch(frame) else { return "half a character is left alone" }
        guard frame.cells.allSatisfy({ $0.isClean }) else { return "a control is on the screen" }
        if let cell = frame.cells.first(where: { $0.isTextOfLines }) {
            return "'\(cell.character)' is drawn as a line, which has less contrast than text"
        }
        if model.options.isPlain, model.workspace.isLargeEnough {
            guard frame.cursor != nil else { return "the terminal's cursor is nowhere" }
            if let cell = frame.cells.first(where: { "─│╭╮╰╯█░↑↓▸▾".contains($0.character) }) {
                return "'\(cell.character)' is drawn for a screen that is read out"
            }
        }
        let rect = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
        for point in [frame.cursor, frame.focus].compactMap(\.self) where !rect.contains(point) {
            return "the cursor is at \(point) of \(frame.size)"
        }
        return nil
    }

    /// Whether each wide character has its second half, and no half is without a first.
    private func halvesMatch(_ frame: Frame) -> Bool {
        for y in 0..<frame.size.height {
            var x = 0
            while x < frame.size.width {
                let width = Int(frame[x, y].width)
                guard width > 0, x + width <= frame.size.width else { return false }
                if width == 2, frame[x + 1, y].width != 0 { return false }
                x += width
            }
        }
        return true
    }

    // MARK: - The way home

    /// Esc closes one thing after the other, while nobody answers anything.
    private var wayHomeFault: String? {
        var stage = stage
        for _ in 0..<ModelCheck.mostEscapes {
            if stage.model.isHome { return nil }
            stage.press("escape")
        }
        let top = stage.model.dialogs.last.map { String(describing: type(of: $0)) } ?? "no dialog"
        return "Esc does not lead home from \(stage.model.screen), \(top):\n\(stage.screen)"
    }
}

extension Model {
    /// Whether nothing is over the panes, and nothing is waited for or being typed there.
    fileprivate var isHome: Bool {
        let pane = workspace.panes[workspace.panes.focus]
        return screen == .main && dialogs.isEmpty && overlays.isEmpty && !screens.isTyping
            && pane.pending == nil && pane.visual == nil && workspace.pendingKeys.isEmpty
    }
}

extension Cell {
    /// Letters and digits in what is drawn as lines and bars, whose contrast may be less than that of text.
    fileprivate var isTextOfLines: Bool {
        let lines: Set<Role> = [
            .paneFrame, .paneFrameActive, .dialogFrame, .transferBarEmpty, .transferBarFull,
        ]
        return lines.contains(role) && (character.isLetter || character.isNumber)
    }

    /// Whether it is a character that nothing is done by.
    fileprivate var isClean: Bool {
        character.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                && !(0x202A...0x202E).contains(scalar.value)
                && !(0x2066...0x2069).contains(scalar.value)
        }
    }
}
