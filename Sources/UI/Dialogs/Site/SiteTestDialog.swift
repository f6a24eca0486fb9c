import Files
import Terminal
import Words

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
        let names = SiteTestStep.Kind.allCases.map(\.title)
        let indent = TextFit.column(names, atLeast: 10)
        let (passed, failed) = (tr("ok"), tr("failed"))
        let column = TextFit.column([passed, failed], atLeast: 8)
        var lines: [DialogLine] = []
        for step in steps {
            let name = TextFit.left(step.kind.title, indent)
            let time = SiteTestDialog.seconds(step.seconds)
            switch step.outcome {
            case .passed(let words):
                let text = "\(name)\(TextFit.left(passed, column))\(time)  \(words ?? "")"
                lines.append(.text(TextFit.cut(text, to: width), .dialog))
            case .failed(let sentence):
                lines.append(
                    .text("\(name)\(TextFit.left(failed, column))\(time)", .dialogDanger))
                lines += TextFit.wrap(sentence, columns: width - 2, limit: 8)
                    .map { .text("  " + $0, .dialogDanger) }
            }
        }
        lines.append(.blank)
        let end =
            if isRunning {
                tr("Testing…")
            } else if steps.allSatisfy(\.hasPassed), !steps.isEmpty {
                tr("The site can be used.")
            } else {
                tr("The site cannot be used: see the step that failed.")
            }
        lines.append(.text(end, .dialog))
        lines.append(.buttons([(isRunning ? tr("Stop") : tr("Close"), true)]))
        return DialogBox(
            title: TextFit.cut(tr("Test of \(title)"), to: width), width: width,
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

extension SiteTestStep.Kind {
    /// What it is called in the list of steps.
    fileprivate var title: String {
        switch self {
        case .connect: tr("connect")
        case .login: tr("login")
        case .features: tr("features")
        case .data: tr("data")
        case .list: tr("list", meaning: "a verb: to read a directory")
        // Names that are the same in all languages.
        case .dns, .tls, .ssh: rawValue
        }
    }
}
