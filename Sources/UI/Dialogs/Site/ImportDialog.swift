import Files
import Terminal
import Words

/// Imports the sites of other programs: which lists there are, what would come of them, and what has.
struct ImportDialog: Dialog {
    private enum Step: Sendable {
        /// The usual places are looked through.
        case looking
        /// Which lists are to be read.
        case choosing
        /// They are read, and nothing is written.
        case rehearsing
        case rehearsed(SiteImportReport)
        case importing
        case imported(SiteImportReport)
    }

    private let request: RequestID
    private var step = Step.looking
    private var offers: [SiteListOffer] = []
    private var chosen: Set<Int> = []
    private var list = ListCursor()
    /// The first row shown of a report.
    private var top = 0

    /// Opens it, and has the usual places looked through.
    static func open(_ workspace: inout Workspace) -> Outcome {
        let request = workspace.requests.next()
        return .present(ImportDialog(request: request)) + [.findSiteLists(request)]
    }

    private init(request: RequestID) {
        self.request = request
    }

    // MARK: Input

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return back() }
        switch step {
        case .looking, .rehearsing, .importing: return .stays
        case .choosing: return choose(key)
        case .rehearsed(let report), .imported(let report):
            if key == Key(.enter) { return goOn(report) }
            scroll(key, report, workspace)
            return .stays
        }
    }

    /// Esc leads back to the choice, from there out.
    private mutating func back() -> DialogReply {
        guard case .rehearsed = step else { return .cancelled }
        step = .choosing
        return .stays
    }

    private mutating func choose(_ key: Key) -> DialogReply {
        func move(to row: Int) {
            list.move(to: row, count: offers.count, height: offers.count)
        }
        switch key.code {
        case .up: move(to: list.cursor - 1)
        case .down, .tab: move(to: list.cursor + 1)
        case .character(" ") where offers.indices.contains(list.cursor):
            chosen.formSymmetricDifference([list.cursor])
        case .enter:
            guard !chosen.isEmpty else { return offers.isEmpty ? .cancelled : .stays }
            step = .rehearsing
            return .goesOn([.importSites(request, files, isRehearsal: true)])
        default: break
        }
        return .stays
    }

    private var files: [[UInt8]] {
        offers.indices.filter { chosen.contains($0) }.map { offers[$0].path }
    }

    private mutating func goOn(_ report: SiteImportReport) -> DialogReply {
        guard case .rehearsed = step, report.taken > 0 else { return .cancelled }
        step = .importing
        return .goesOn([.importSites(request, files, isRehearsal: false)])
    }

    private mutating func scroll(
        _ key: Key, _ report: SiteImportReport, _ workspace: Workspace
    ) {
        let room = room(in: workspace)
        let step =
            switch key.code {
            case .up: -1
            case .down: 1
            case .pageUp: -room
            case .pageDown: room
            default: 0
            }
        let count = lines(of: report, width: DialogBox.wide(in: workspace.size)).count
        top = max(0, min(top + step, count - room))
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard case .choosing = step, offers.indices.contains(option) else { return .stays }
        list.move(to: option, count: offers.count, height: offers.count)
        chosen.formSymmetricDifference([option])
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        take(Key(isFirstButton ? .enter : .escape), &workspace)
    }

    mutating func turn(by rows: Int) {
        top = max(0, top + 3 * rows)
    }

    // MARK: Answers

    mutating func take(_ message: Message) {
        switch message {
        case .siteLists(request, let found):
            offers = Array(found.prefix(10))
            chosen = Set(offers.indices)
            step = .choosing
        case .sitesImported(request, let report):
            top = 0
            if case .importing = step {
                step = .imported(report)
            } else {
                step = .rehearsed(report)
            }
        default: break
        }
    }

    // MARK: Drawing

    /// Rows of a report that are shown at a time.
    private func room(in workspace: Workspace) -> Int {
        max(1, min(20, workspace.size.height - 6))
    }

    func box(in workspace: Workspace) -> DialogBox {
        let width = DialogBox.wide(in: workspace.size)
        var lines: [DialogLine]
        switch step {
        case .looking:
            lines = [.text(tr("Looking for lists of sites…"), .dialog)]
        case .rehearsing:
            lines = [.text(tr("Reading…"), .dialog)]
        case .importing:
            lines = [.text(tr("Importing…"), .dialog)]
        case .choosing where offers.isEmpty:
            lines = TextFit.wrap(
                tr(
                    "No list of sites was found at the usual places; 'ferry sites import FILE' reads "
                        + "one from anywhere."), columns: width, limit: 3
            ).map { .text($0, .dialog) }
            lines += [.blank, .buttons([(tr("Close"), true)])]
        case .choosing:
            lines = [
                .text(tr("Choose the lists to import; nothing is written yet."), .dialog), .blank,
            ]
            lines += offers.indices.map { row in
                let mark = chosen.contains(row) ? "[x]" : "[ ]"
                let room = width - 8
                return .option(
                    "\(mark) \(TextFit.cutStart(offers[row].text, to: room))",
                    isFocused: row == list.cursor)
            }
            lines += [
                .blank,
                .keys([
                    (tr("Space: choose"), Key(" ")), (tr("Enter: read"), Key(.enter)),
                    (tr("Esc: back"), Key(.escape)),
                ]),
            ]
        case .rehearsed(let report):
            lines = window(report, width, workspace)
            lines.append(
                report.taken > 0
                    ? .buttons([(tr("Import"), true), (tr("Back"), false)])
                    : .buttons([(tr("Close"), true)]))
        case .imported(let report):
            lines = window(report, width, workspace) + [.buttons([(tr("Close"), true)])]
        }
        return DialogBox(
            title: tr("Import sites"), width: width,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    private func window(
        _ report: SiteImportReport, _ width: Int, _ workspace: Workspace
    ) -> [DialogLine] {
        let all = self.lines(of: report, width: width)
        let room = room(in: workspace)
        let first = max(0, min(top, all.count - room))
        let shown = all.dropFirst(first).prefix(room)
        let rest = all.count - first - shown.count
        let down = tr("Down: \(Format.count(rest, "more line"))")
        let more = rest > 0 ? " (\(down))" : ""
        return [.text(TextFit.cut(report.summary + more, to: width), .dialogTitle)] + shown
    }

    /// Failures first, then each site; of a long report no more than can be read.
    private func lines(of report: SiteImportReport, width: Int) -> [DialogLine] {
        var lines: [DialogLine] = report.failures.flatMap { sentence in
            TextFit.wrap(sentence, columns: width, limit: 3).map { .text($0, .dialogDanger) }
        }
        for line in report.lines.prefix(10_000) {
            let sign = line.isTaken ? "+" : "-"
            lines.append(
                .text(TextFit.cut("\(sign) \(line.name)  \(line.detail)", to: width), .dialog))
            for note in line.notes {
                lines += TextFit.wrap(note, columns: width - 4, limit: 2)
                    .map { .text("    " + $0, .dialog) }
            }
        }
        return lines
    }
}
