import Files
package import Jobs
import Terminal
import Words

extension ScreenID {
    /// Transfers that are over.
    package static let history = ScreenID("history")
}

/// What the store has of the history, or why it says nothing.
package enum HistoryAnswer: Sendable {
    /// The newest last.
    case found([FinishedJob])
    /// A sentence.
    case unread(String)
}

/// Transfers that are over, also those that were cleared from the queue: a list to be searched, opened
/// from the queue's screen.
struct HistoryScreen: Screen {
    static let id = ScreenID.history

    private enum Contents {
        case awaited(RequestID)
        case read(HistoryAnswer)
    }

    private var contents = Contents.read(.found([]))
    private var list = ListCursor()
    /// What each transfer that is shown holds in its source or target.
    private var words = ""
    /// The field that is open at the bottom.
    private var typing: TextField?

    var hints: [KeyHint] {
        [
            KeyHint(.find, tr("search")), KeyHint(.pageDown, tr("page")),
            KeyHint(.cancel, tr("back")),
        ]
    }

    var isTyping: Bool { typing != nil }

    private var jobs: [FinishedJob] {
        if case .read(.found(let jobs)) = contents { return jobs }
        return []
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        self = HistoryScreen()
        return read(&workspace)
    }

    mutating func endTyping() { typing = nil }

    /// Asks for what fits; it answers with a message.
    private mutating func read(_ workspace: inout Workspace) -> Outcome {
        let request = workspace.requests.next()
        contents = .awaited(request)
        return [.loadHistory(request, words.split(separator: " ").map(String.init))]
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        guard case .history(let request, let answer) = message else { return nil }
        guard case .awaited(request) = contents else { return .nothing }
        contents = .read(answer)
        // The newest is what one comes for.
        list = ListCursor()
        list.move(to: jobs.count - 1, count: jobs.count, height: height(workspace))
        return .nothing
    }

    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard var field = typing else { return nil }
        switch key.code {
        case .escape:
            typing = nil
        case .enter:
            typing = nil
            words = field.text
            return read(&workspace)
        default:
            _ = field.handle(key)
            typing = field
        }
        return .nothing
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        typing?.insert(text)
        return .nothing
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let height = height(workspace)
        if let row = list.row(after: action, count: jobs.count, height: height) {
            list.move(to: row, count: jobs.count, height: height)
            return .nothing
        }
        switch action {
        case .enter: return .nothing
        case .find: typing = TextField(words, isSelected: true)
        case .cancel: return .show(.queue)
        default: return nil
        }
        return .nothing
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        let rect = body(workspace)
        if let row = list.row(after: mouse, count: jobs.count, list: rect) {
            list.move(to: row, count: jobs.count, height: rect.height)
        }
        return .nothing
    }

    // MARK: Drawing

    /// Lines below the list, for the whole source and target.
    private static let footHeight = 3

    private func body(_ workspace: Workspace) -> Rect {
        var body = workspace.screenBody
        body.height = max(1, body.height - HistoryScreen.footHeight)
        return body
    }

    private func height(_ workspace: Workspace) -> Int { body(workspace).height }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let jobs = jobs
        let bytes = jobs.reduce(UInt64(0)) { $0 &+ $1.bytes }
        let title = words.isEmpty ? tr("History") : tr("History: \(VisibleText.make(words))")
        frame.drawScreenTitle(
            title, aside: listed([Format.count(jobs.count, "transfer"), Format.amount(bytes)]))
        let body = body(workspace)
        let list = list.shown(count: jobs.count, height: body.height)
        for (row, job) in jobs.dropFirst(list.top).prefix(body.height).enumerated() {
            draw(job, y: body.y + row, isSelected: list.cursor == list.top + row, workspace, &frame)
        }
        if let note {
            frame.put(TextFit.cut(note, to: body.width - 2), x: 1, y: body.y, role: .text)
        }
        frame.drawRule("", y: body.y + body.height, role: .transferTitle, workspace.glyphs)
        if jobs.indices.contains(list.cursor) {
            drawFacts(jobs[list.cursor], y: body.y + body.height + 1, workspace, &frame)
        }
        drawFoot(typing: typing.map { ($0, tr("Search:")) }, workspace, into: &frame)
    }

    /// What stands in the place of a list.
    private var note: String? {
        switch contents {
        case .awaited: tr("Ferry is reading the history.")
        case .read(.unread(let sentence)): sentence
        case .read(.found(let jobs)) where jobs.isEmpty:
            words.isEmpty
                ? tr("No transfer has finished yet.") : tr("No finished transfer matches.")
        case .read: nil
        }
    }

    private func draw(
        _ job: FinishedJob, y: Int, isSelected: Bool, _ workspace: Workspace, _ frame: inout Frame
    ) {
        let role: Role =
            isSelected ? .transferCursor : job.isWhole ? .transferDone : .transferFailed
        let width = frame.size.width
        if isSelected { frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: role) }
        let time = Format.time(
            Timestamp(seconds: job.ended), now: workspace.now,
            localOffset: workspace.options.localOffset)
        frame.put(TextFit.left(time, 13), x: 1, y: y, role: role)
        let wordWidth = HistoryWord.columns
        frame.put(TextFit.left(job.word.text, wordWidth), x: 15, y: y, role: role)
        let nameStart = 15 + wordWidth + 1
        let nameWidth = max(8, (width - nameStart - 8) / 2)
        let name = job.source.path.name?.text(on: job.source.site) ?? job.source.text
        frame.put(NameFit.cut(name, to: nameWidth), x: nameStart, y: y, role: role)
        let targetWidth = width - nameStart - nameWidth - 1 - 8
        if let target = job.target, targetWidth > 0 {
            frame.put(
                TextFit.cutStart(VisibleText.make(target.text), to: targetWidth),
                x: nameStart + nameWidth + 1, y: y, role: role)
        }
        frame.put(TextFit.right(Format.size(job.bytes), 6), x: width - 7, y: y, role: role)
    }

    private func drawFacts(
        _ job: FinishedJob, y: Int, _ workspace: Workspace, _ frame: inout Frame
    ) {
        let width = frame.size.width - 2
        let arrow = workspace.glyphs.arrow(isMirror: job.operation != .sync)
        let target = job.target.map { " \(arrow) \($0.text)" } ?? ""
        let route = VisibleText.make(job.source.text + target)
        frame.put(TextFit.cutStart(route, to: width), x: 1, y: y, role: .strong)
        let bytes = tr("\(Format.grouped(job.bytes)) bytes")
        var facts = [listed([Format.count(job.files, "file"), bytes])]
        if job.leftOut > 0 {
            facts.append(
                job.operation.isPlan
                    ? Format.count(job.leftOut, "failure")
                    : tr("\(Format.count(job.leftOut, "name")) skipped"))
        }
        if let verified = job.verified {
            facts.append(tr("compared: \(ComparedWay.text(of: VisibleText.make(verified)))"))
        }
        frame.put(
            TextFit.cut(facts.joined(separator: "; "), to: width), x: 1, y: y + 1, role: .transfer)
    }
}

extension FinishedJob {
    /// Whether it became all that was asked for.
    fileprivate var isWhole: Bool { ending == .done && leftOut == 0 }

    fileprivate var word: HistoryWord {
        if ending == .skipped { return .skipped }
        if leftOut > 0 { return .leftOut }
        return switch operation {
        case .copy: .copied
        case .move: .moved
        case .delete: .deleted
        case .trash: .trashed
        case .pack: .packed
        case .mirror, .watch: .mirrored
        case .sync: .synced
        }
    }
}

/// What has become of a transfer, in a word.
private enum HistoryWord: CaseIterable {
    case skipped, leftOut, copied, moved, deleted, trashed, packed, mirrored, synced

    var text: String {
        switch self {
        case .skipped: tr("skipped")
        case .leftOut: tr("! left", meaning: "something was skipped")
        case .copied: tr("copied")
        case .moved: tr("moved")
        case .deleted: tr("deleted")
        case .trashed: tr("trashed")
        case .packed: tr("packed")
        case .mirrored: tr("mirrored")
        case .synced: tr("synced")
        }
    }

    /// Eight in English, and no more than twelve.
    static let columns = allCases.reduce(8) { min(max($0, CharacterWidth.of($1.text)), 12) }
}
