import Files
import Terminal
import Words

/// Draws the rows of a pane.
struct PaneRowView {
    private let pane: Pane
    private let side: Side
    /// What is known of the rows; nil where nothing is compared.
    private let compared: ComparedRows?
    /// Whether the pane has the keyboard.
    private let isActive: Bool
    /// What is being typed in the pane.
    private let typing: Typing?
    private let workspace: Workspace

    init(_ side: Side, typing: Typing?, _ workspace: Workspace) {
        self.side = side
        pane = workspace.panes[side]
        compared = workspace.comparison.flatMap { ComparedRows($0, workspace.panes) }
        isActive = side == workspace.panes.focus
        self.typing = typing
        self.workspace = workspace
    }

    /// One name: mark, cursor, name, size, time.
    func draw(
        _ row: Int, isCursor: Bool, _ place: Rect, _ columns: PaneColumns,
        _ names: DistinctNames, into frame: inout Frame
    ) {
        let index = pane.index(atRow: row)
        let entry = index.flatMap { pane.directory.entry(at: Int($0)) }
        let isMarked = index.map { pane.marked.contains($0) } ?? false
        let isGap = entry == nil && row >= pane.firstRow
        let role =
            isGap && !isCursor ? .pane : role(of: entry, isMarked: isMarked, isCursor: isCursor)
        frame.fill(place, role: role)
        let isPlain = workspace.options.isPlain
        if isMarked, !isPlain { frame.put("*", x: place.x, y: place.y, role: role) }
        let nameX = place.x + columns.nameStart
        if isCursor, isActive, !isPlain { frame.put(">", x: nameX - 1, y: place.y, role: role) }
        if isGap, isPlain, let name = otherName(row) {
            let words = " " + tr("(only in the other pane)")
            let room = place.width - columns.nameStart
            frame.put(
                NameFit.cut(name, to: room - CharacterWidth.of(words)) + words, x: nameX,
                y: place.y, role: role, limit: room)
        }
        if isGap || entry == nil && !pane.hasParent { return }
        if let verdict = compared?[row], !isPlain {
            frame.put(
                verdict.mark, x: place.x + 1, y: place.y,
                role: isCursor || isMarked ? role : verdict.role)
        }
        if isActive, isCursor, case .rename(_, let field) = typing, entry != nil {
            frame.drawField(
                field, Rect(x: nameX, y: place.y, width: columns.nameWidth, height: 1))
        } else {
            let whole = entry?.shownName(in: pane.charset) ?? ".."
            let name = names[whole] ?? whole
            let words = isPlain ? stateWords(isMarked, compared?[row]) : ""
            let shown =
                words.isEmpty
                ? name : NameFit.cut(name, to: columns.nameWidth - CharacterWidth.of(words))
            frame.put(shown + words, x: nameX, y: place.y, role: role, limit: columns.nameWidth)
            if isActive, !isCursor { tintMatch(in: shown, x: nameX, y: place.y, into: &frame) }
        }
        if columns.hasSize {
            let text = TextFit.right(
                TextFit.cut(sizeText(entry), to: PaneColumns.sizeWidth - 1), PaneColumns.sizeWidth)
            frame.put(text, x: place.x + columns.sizeStart, y: place.y, role: role)
        }
        if columns.hasModified, let modified = entry?.modified {
            let text = Format.time(
                modified, now: workspace.now, localOffset: workspace.options.localOffset)
            frame.put(
                text, x: place.x + columns.modifiedStart + 2, y: place.y, role: role, limit: 12)
        }
        if columns.hasOwner, let entry { drawOwner(of: entry, place, columns, role, into: &frame) }
    }

    /// What the other pane has beside a gap.
    private func otherName(_ row: Int) -> String? {
        let other = workspace.panes[side.other]
        return other.entry(atRow: row)?.shownName(in: other.charset)
    }

    /// Columns that the words behind a name may take.
    var wordsWidth: Int {
        guard workspace.options.isPlain else { return 0 }
        let verdict: Verdict? = compared == nil ? nil : .open
        return CharacterWidth.of(stateWords(!pane.marked.isEmpty, verdict))
    }

    /// ` (marked, different)`, in place of the marks in front of a name.
    private func stateWords(_ isMarked: Bool, _ verdict: Verdict?) -> String {
        let words = [isMarked ? tr("marked") : nil, verdict?.word].compactMap { $0 }
        return words.isEmpty ? "" : " (\(listed(words)))"
    }

    /// Mode and owner, where there is room for them.
    private func drawOwner(
        of entry: Entry, _ place: Rect, _ columns: PaneColumns, _ role: Role,
        into frame: inout Frame
    ) {
        if let mode = entry.mode {
            frame.put(
                Format.mode(mode), x: place.x + columns.modeStart, y: place.y, role: role)
        }
        guard entry.owner != nil || entry.group != nil else { return }
        let owner = VisibleText.make(entry.owner ?? "?")
        let text = entry.group.map { "\(owner):\(VisibleText.make($0))" } ?? owner
        let width = PaneColumns.ownerWidth - 1
        frame.put(
            TextFit.cut(text, to: width), x: place.x + columns.ownerStart, y: place.y, role: role,
            limit: width)
    }

    private func sizeText(_ entry: Entry?) -> String {
        guard let entry else { return PaneRowView.up }
        return switch entry.kind {
        case .directory:
            workspace.markedSizes.tally(of: entry.name, in: pane.location)
                .map { Format.size($0.bytes) } ?? PaneRowView.directory
        case .link: PaneRowView.link
        case .file: entry.size.map { Format.size($0) } ?? "?"
        case .other: PaneRowView.other
        }
    }

    // Looked up once, not in each row.
    private static let up = tr("up", meaning: "to the parent directory")
    private static let directory = tr("dir")
    private static let link = tr("link")
    private static let other = tr("other", meaning: "a device, a socket or a pipe")

    private func role(of entry: Entry?, isMarked: Bool, isCursor: Bool) -> Role {
        if isCursor {
            guard isActive else { return isMarked ? .paneMarked : .paneCursorInactive }
            return isMarked ? .paneCursorMarked : .paneCursor
        }
        if isMarked { return .paneMarked }
        return switch entry?.kind {
        case .directory, nil: .paneDirectory
        case .file: .paneFile
        case .link: .paneLink
        case .other: .paneOther
        }
    }

    /// Lights up what is being searched for.
    private func tintMatch(in name: String, x: Int, y: Int, into frame: inout Frame) {
        guard case .find(let field, _) = typing, !field.text.isEmpty else { return }
        let lowered = name.lowercased()
        guard let range = lowered.firstRange(of: field.text.lowercased()) else { return }
        let start = CharacterWidth.of(String(lowered[..<range.lowerBound]))
        let width = CharacterWidth.of(String(lowered[range]))
        frame.tint(Rect(x: x + start, y: y, width: width, height: 1), role: .paneMatch)
    }

    /// The whole truth about the entry under the cursor.
    func drawDetail(_ place: Rect, into frame: inout Frame) {
        frame.fill(place, role: .paneDetail)
        let room = place.width - 2
        guard let entry = pane.current else {
            if pane.isOnParent {
                let (site, path) = pane.parent
                let parent =
                    site.isLocal ? workspace.options.homeText(path) : path.text(on: site)
                frame.put(
                    TextFit.cut(tr("up to \(parent)"), to: room), x: place.x + 1, y: place.y,
                    role: .paneDetail)
            }
            if let sentence = workspace.comparison?.gap(side, workspace.panes) {
                frame.put(
                    TextFit.cut(sentence, to: room), x: place.x + 1, y: place.y, role: .muted)
            }
            return
        }
        var facts: [String] = []
        if let mode = entry.mode { facts.append(Format.mode(mode)) }
        if entry.owner != nil || entry.group != nil {
            let owner = VisibleText.make(entry.owner ?? "?")
            facts.append(entry.group.map { "\(owner):\(VisibleText.make($0))" } ?? owner)
        }
        if entry.kind == .file, let size = entry.size { facts.append("\(Format.grouped(size)) B") }
        if let reason = workspace.comparison?.reason(side, workspace.panes) {
            facts.append(reason)
        }
        var name = entry.shownName(in: pane.charset)
        if let target = entry.target {
            name += " \(workspace.glyphs.arrow) \(VisibleText.make(target, in: pane.charset))"
        }
        // The name may take what the facts leave, but half at least.
        while !facts.isEmpty {
            let width = facts.reduce(0) { $0 + 2 + CharacterWidth.of($1) }
            if room - width >= min(CharacterWidth.of(name), room / 2) { break }
            facts.remove(at: facts.count > 1 ? facts.count - 2 : 0)
        }
        let width = facts.reduce(0) { $0 + 2 + CharacterWidth.of($1) }
        let text = ([NameFit.cut(name, to: room - width)] + facts).joined(separator: "  ")
        frame.put(text, x: place.x + 1, y: place.y, role: .paneDetail, limit: room)
    }
}

extension Entry {
    /// The name with what it is: `dir/`, `link@`.
    func shownName(in charset: Charset?) -> String {
        let text = VisibleText.make(name.bytes, in: charset)
        return switch kind {
        case .directory: text + "/"
        case .link: text + "@"
        case .file, .other: text
        }
    }
}
