import Files
import Terminal
import Words

/// Tells what failed and why, a sentence each; as long as it is, it can be scrolled.
struct FailuresDialog: Dialog {
    /// Rows that are no sentence: the frame, the count, a blank, the button.
    private static let otherRows = 6

    private let title: String
    /// What one of them is called.
    private let noun: String
    let failures: [String]
    /// All that failed, those without a sentence too.
    let count: Int
    private var scroll = TextScroll()

    init(_ outcome: AttributeOutcome) {
        self.init(
            title: tr("Not set"), outcome.failures.map(\.message), count: outcome.failureCount,
            noun: countable("failure"))
    }

    init(title: String, _ sentences: [String], count: Int, noun: String) {
        self.title = title
        self.noun = noun
        failures = sentences
        self.count = count
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .cancelled }
        let action: Action
        switch (key.code, key.modifiers) {
        case (.enter, []), (.character("q"), []): return .cancelled
        case (.up, []), (.character("k"), []): action = .up
        case (.down, []), (.character("j"), []): action = .down
        case (.pageUp, []): action = .pageUp
        case (.pageDown, []), (.character(" "), []): action = .pageDown
        case (.home, []): action = .top
        case (.end, []): action = .bottom
        default: return .stays
        }
        let count = sentences(in: workspace.size).count
        _ = scroll.scroll(action, count: count, height: height(in: workspace.size, count))
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        .cancelled
    }

    func box(in workspace: Workspace) -> DialogBox {
        let size = workspace.size
        let sentences = sentences(in: size)
        let height = height(in: size, sentences.count)
        // After a resize the end may stand higher.
        let top = max(0, min(scroll.top, sentences.count - height))
        let shown = sentences[top..<min(sentences.count, top + height)]
        let below = sentences.count - top - height
        var lines: [DialogLine] = [.text("\(Format.count(count, noun)):", .dialogDanger)]
        lines += shown.map { .text($0, .dialog) }
        lines.append(
            below > 0
                ? .text(tr("Down: \(Format.count(below, "more line"))"), .dialog) : .blank)
        lines.append(.buttons([(tr("Close"), true)]))
        return DialogBox(
            title: title, isDanger: true, width: DialogBox.wide(in: size), lines: lines)
    }

    private func height(in size: Size, _ count: Int) -> Int {
        max(1, min(count, size.height - FailuresDialog.otherRows))
    }

    private func sentences(in size: Size) -> [String] {
        let wide = DialogBox.wide(in: size)
        var lines: [String] = []
        for failure in failures {
            let wrapped = TextFit.wrap(failure, columns: wide - 2)
            lines += wrapped.enumerated().map { index, line in index == 0 ? line : "  " + line }
        }
        if count > failures.count {
            let more = Format.number(count - failures.count)
            lines.append(
                tr(count - failures.count, one: "and \(more) more", other: "and \(more) more"))
        }
        return lines
    }
}
