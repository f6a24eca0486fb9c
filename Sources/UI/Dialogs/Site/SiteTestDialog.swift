import Files
import Terminal

/// Shows the steps of a test of a site as they come; Esc stops it.
struct SiteTestDialog: Dialog {
    private let request: RequestID
    private let title: String
    private var steps: [SiteTestStep] = []
    private var isRunning = true

    /// `title` is safe to show.
    init(_ request: RequestID, of title: String) {
        self.request = request
        self.title = title
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog || key == Key(.enter) && !isRunning {
            return .closes([.stop(request)])
        }
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        .closes([.stop(request)])
    }

    mutating func take(_ message: Message) {
        switch message {
        case .siteTested(request, let step):
            // With a password it began anew.
            if let place = steps.firstIndex(where: { $0.kind == step.kind }) {
                steps.removeSubrange(place...)
            }
            steps.append(step)
        case .siteTestEnded(request):
            isRunning = false
        default: break
        }
    }

    func box(in workspace: Workspace) -> DialogBox {
        let width = DialogBox.wide(in: workspace.size)
        let indent = 10
        var lines: [DialogLine] = []
        for step in steps {
            let name = TextFit.left(step.kind.rawValue, indent)
            let time = SiteTestDialog.seconds(step.seconds)
            switch step.outcome {
            case .passed(let words):
                let text = "\(name)ok      \(time)  \(words ?? "")"
                lines.append(.text(TextFit.cut(text, to: width), .dialog))
            case .failed(let sentence):
                lines.append(.text("\(name)failed  \(time)", .dialogDanger))
                lines += TextFit.wrap(sentence, columns: width - 2, limit: 8)
                    .map { .text("  " + $0, .dialogDanger) }
            }
        }
        lines.append(.blank)
        let end =
            if isRunning {
                "Testing…"
            } else if steps.allSatisfy(\.hasPassed), !steps.isEmpty {
                "The site can be used."
            } else {
                "The site cannot be used: see the step that failed."
            }
        lines.append(.text(end, .dialog))
        lines.append(.buttons([(isRunning ? "Stop" : "Close", true)]))
        return DialogBox(
            title: TextFit.cut("Test of \(title)", to: width), width: width,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    /// `0.012 s`
    private static func seconds(_ seconds: Double) -> String {
        let thousandths = Int(min(seconds, 99_999) * 1_000)
        let rest = String(thousandths % 1_000)
        return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
            + " s"
    }
}
