import Files
import Terminal
import Words

/// Draws a pane: frame, header, the rows that are seen, detail line.
struct PaneView {
    private let side: Side
    private let workspace: Workspace
    private let pane: Pane
    /// Whether it has the keyboard.
    private let isActive: Bool
    /// What is being typed in it.
    private let typing: Typing?

    init(_ side: Side, typing: Typing?, _ workspace: Workspace) {
        self.side = side
        self.workspace = workspace
        pane = workspace.panes[side]
        isActive = side == workspace.panes.focus
        self.typing = typing
    }

    func draw(_ rect: Rect, into frame: inout Frame) {
        guard rect.width > 4, rect.height > 4 else { return }
        frame.fill(rect, role: .pane)
        drawFrame(rect, into: &frame)
        if pane.showsProgress(at: workspace.instant) {
            PaneProgress(pane, workspace).drawReading(rect.inset(), into: &frame)
            return
        }
        if pane.isEmpty {
            PaneProgress(pane, workspace).drawNowhere(rect.inset(), into: &frame)
            return
        }
        let columns = PaneColumns(
            width: rect.width - 2, isCompared: pane.alignment != nil,
            isPlain: workspace.options.isPlain)
        drawHeader(rect, columns, into: &frame)
        let list = MainLayout.list(in: rect)
        let position = pane.list.shown(count: pane.rowCount, height: list.height)
        let rows = PaneRowView(side, typing: typing, workspace)
        let shown = (0..<list.height).map({ position.top + $0 }).compactMap {
            pane.index(atRow: $0).flatMap { pane.directory.entry(at: Int($0)) }
        }
        let names = DistinctNames(
            shown.map { $0.shownName(in: pane.charset) },
            columns: max(1, columns.nameWidth - rows.wordsWidth))
        for line in 0..<list.height {
            let row = position.top + line
            guard row < pane.rowCount else { break }
            let place = Rect(x: list.x, y: list.y + line, width: list.width, height: 1)
            if isActive, row == position.cursor {
                let start = workspace.options.isPlain ? columns.nameStart : 0
                frame.focus = Point(x: place.x + start, y: place.y)
            }
            rows.draw(row, isCursor: row == position.cursor, place, columns, names, into: &frame)
        }
        if pane.order.isEmpty {
            let y = list.y + pane.rowCount
            if y < list.maxY {
                frame.put(
                    TextFit.cut(emptyText, to: list.width - 2), x: list.x + 2, y: y,
                    role: .muted)
            }
        }
        let detail = Rect(x: list.x, y: list.maxY, width: list.width, height: 1)
        rows.drawDetail(detail, into: &frame)
    }

    private var emptyText: String {
        if pane.directory.isEmpty { return tr("This directory is empty.") }
        if !pane.arrangement.filter.isEmpty {
            return tr("No name contains '\(VisibleText.make(pane.arrangement.filter))'.")
        }
        return tr("All files here are hidden.")
    }

    private func drawFrame(_ rect: Rect, into frame: inout Frame) {
        let role: Role = isActive ? .paneFrameActive : .paneFrame
        frame.drawBox(rect, workspace.glyphs, role: role)
        let (text, textRole, asides, asideRole) = title
        let room = rect.width - 4
        var end = rect.maxX - 2
        if let aside = asides.first(where: { CharacterWidth.of($0) + 2 <= room / 2 }) {
            end -= CharacterWidth.of(aside) + 2
            frame.put(" \(aside) ", x: end, y: rect.y, role: asideRole)
        }
        let titleRoom = max(0, end - rect.x - 5)
        let name = workspace.options.isPlain ? paneName + " " : ""
        let shown = name + fittingTitle(text, to: max(0, titleRoom - CharacterWidth.of(name)))
        frame.put(" \(shown) ", x: rect.x + 2, y: rect.y, role: textRole)
        drawFoot(rect, into: &frame)
    }

    /// For whoever hears the screen.
    private var paneName: String { side == .left ? tr("Left pane:") : tr("Right pane:") }

    /// A title that is too long loses its scheme first, then the user, then its start; `~` would
    /// look like home.
    private func fittingTitle(_ text: String, to columns: Int) -> String {
        guard CharacterWidth.of(text) > columns else { return text }
        var short = text
        if let scheme = text.firstRange(of: "://") { short = String(text[scheme.upperBound...]) }
        guard CharacterWidth.of(short) > columns else { return short }
        if short != text, let at = short.prefix(while: { $0 != "/" }).firstIndex(of: "@") {
            short = String(short[short.index(after: at)...])
        }
        guard CharacterWidth.of(short) > columns else { return short }
        return columns > 3 ? "..." + TextFit.end(of: short, columns: columns - 3) : ""
    }

    /// Of the asides, the first that fits is shown.
    private var title: (text: String, role: Role, asides: [String], asideRole: Role) {
        let role: Role = isActive ? .paneTitleActive : .paneTitle
        if pane.showsProgress(at: workspace.instant) || pane.isEmpty {
            let waiting = pane.pending ?? pane.failed?.pending
            let text = waiting.map { title(of: $0) } ?? tr("no site")
            let isOffline = pane.pending == nil && pane.failed != nil && pane.failed?.reason == nil
            return (text, role, isOffline ? [tr("OFFLINE")] : [], .paneOffline)
        }
        let text =
            pane.site.isLocal
            ? workspace.options.homeText(pane.path) : workspace.siteTitles.text(of: pane.location)
        if pane.isOffline { return (text, role, [tr("OFFLINE")], .paneOffline) }
        if pane.site.isLocal {
            return (text, role, pane.free.map { [tr("\(Format.size($0)) free")] } ?? [], role)
        }
        let (word, wordRole) = shown(pane.security, role)
        let words = word.isEmpty ? [] : [word]
        // The warning is seen in the narrowest pane as well.
        let short = pane.security == .clear ? [tr("NO TLS")] : []
        guard let free = pane.free.map({ Format.size($0) }) else {
            return (text, role, words + short, wordRole)
        }
        let both = (words + [tr("\(free) free")]).joined(separator: " ")
        let tight = short.map { "\($0) \(free)" } + short
        return (
            text, role, [both, (words + [free]).joined(separator: " ")] + words + tight, wordRole
        )
    }

    /// Where a pane is to be.
    private func title(of pending: Pane.Pending) -> String {
        guard let path = pending.path, !pending.site.isLocal else { return pending.text }
        return workspace.siteTitles.text(of: Location(site: pending.site, path: path))
    }

    /// `TLS1.3 ✓`; as a warning where the connection can be read by others, or leads to who knows
    /// whom.
    private func shown(_ security: ConnectionSecurity?, _ role: Role) -> (String, Role) {
        switch security {
        case nil: return ("", role)
        case .clear: return (tr("NOT ENCRYPTED"), .warning)
        case .ssh: return ("SSH \(workspace.glyphs.check)", role)
        case .tls(let state):
            let version = VisibleText.make(state.version.filter { $0 != " " })
            if state.voucher == .nobody { return (tr("\(version) unchecked"), .warning) }
            return ("\(version) \(workspace.glyphs.check)", role)
        }
    }

    /// At the bottom: marks or counts, and what is not shown.
    private func drawFoot(_ rect: Rect, into frame: inout Frame) {
        guard !pane.isEmpty, !pane.showsProgress(at: workspace.instant) else { return }
        let y = rect.maxY - 1
        var x = rect.x + 2
        let room = rect.maxX - 2
        let isMarking = !pane.marked.isEmpty
        let count = pane.marked.count
        let number = Format.number(count)
        var sum =
            isMarking
            ? tr(count, one: "\(number) marked", other: "\(number) marked")
            : Format.count(pane.order.count, "item")
        let sizes = workspace.markedSizes
        let bytes =
            isMarking
            ? UInt64(clamping: pane.markedSum + UInt128(sizes.sum(in: pane.location)))
            : pane.shownBytes
        let isMore = isMarking && sizes.isIncomplete(in: pane.location)
        if bytes > 0 || isMore { sum = listed([sum, Format.amount(bytes) + (isMore ? "+" : "")]) }
        x += frame.put(
            " \(sum) ", x: x, y: y, role: isMarking ? .paneMarked : .paneDetail, limit: room - x)
        if let typing, typing.isAtFoot {
            drawFootField(
                typing, Rect(x: x + 1, y: y, width: room - x - 1, height: 1), into: &frame)
            return
        }
        for (note, noteRole) in notes {
            let text = " \(note) "
            guard x + 1 + CharacterWidth.of(text) <= room else { break }
            x += 1 + frame.put(text, x: x + 1, y: y, role: noteRole)
        }
    }

    private var notes: [(String, Role)] {
        var notes: [(String, Role)] = []
        if pane.visual != nil { notes.append((tr("visual"), .accent)) }
        if !pane.arrangement.filter.isEmpty {
            notes.append((tr("filter: \(VisibleText.make(pane.arrangement.filter))"), .accent))
        }
        if pane.directory.isCut { notes.append((tr("list cut"), .warning)) }
        let (dropped, unread) = (pane.directory.droppedCount, pane.directory.unreadCount)
        if dropped > 0 {
            let number = Format.number(dropped)
            let words = tr(
                dropped, one: "\(number) name dropped", other: "\(number) names dropped")
            notes.append((words, .warning))
        }
        if unread > 0 {
            let number = Format.number(unread)
            let words = tr(
                unread, one: "\(number) line not understood",
                other: "\(number) lines not understood")
            notes.append((words, .warning))
        }
        if let pending = pane.pending, !pending.isQuiet {
            notes.append((pending.isReread ? tr("reading") : tr("opening"), .muted))
        }
        if pane.arrangement.showsHidden { notes.append((tr("hidden shown"), .muted)) }
        if workspace.options.isPlain { notes.append((pane.arrangement.words, .muted)) }
        return notes
    }

    private func drawFootField(_ typing: Typing, _ rect: Rect, into frame: inout Frame) {
        var label = tr("filter:") + " "
        if case .find = typing { label = "/" }
        let used = frame.put(label, x: rect.x, y: rect.y, role: .accent, limit: rect.width)
        frame.drawField(
            typing.field,
            Rect(x: rect.x + used, y: rect.y, width: rect.width - used, height: 1))
    }

    private func drawHeader(
        _ rect: Rect, _ columns: PaneColumns, into frame: inout Frame
    ) {
        let role: Role = isActive ? .paneHeaderActive : .paneHeader
        let place = Rect(x: rect.x + 1, y: rect.y + 1, width: rect.width - 2, height: 1)
        frame.fill(place, role: role)
        let arrangement = pane.arrangement
        let arrow =
            arrangement.isReversed ? workspace.glyphs.descending : workspace.glyphs.ascending
        let isPlain = workspace.options.isPlain
        /// In so many columns at most.
        func title(_ text: String, _ key: Arrangement.Key, _ columns: Int) -> String {
            guard arrangement.key == key, !isPlain else { return TextFit.cut(text, to: columns) }
            return "\(TextFit.cut(text, to: columns - 1 - CharacterWidth.of(arrow))) \(arrow)"
        }
        // Of a pane that is too narrow for it, the edge cuts it.
        let name =
            arrangement.key == .ext
            ? title(tr("Extension"), .ext, .max) : title(tr("Name"), .name, .max)
        frame.put(
            name, x: place.x + columns.nameStart, y: place.y, role: role,
            limit: columns.nameWidth)
        if columns.hasSize {
            let width = PaneColumns.sizeWidth
            frame.put(
                TextFit.right(title(tr("Size"), .size, width - 1), width),
                x: place.x + columns.sizeStart, y: place.y, role: role)
        }
        if columns.hasModified {
            frame.put(
                title(tr("Modified"), .time, PaneColumns.modifiedWidth - 3),
                x: place.x + columns.modifiedStart + 2, y: place.y, role: role)
        }
        if columns.hasOwner {
            frame.put(
                TextFit.cut(
                    tr("Mode", meaning: "permissions"), to: PaneColumns.modeWidth - 2),
                x: place.x + columns.modeStart, y: place.y, role: role)
            frame.put(
                TextFit.cut(tr("Owner"), to: PaneColumns.ownerWidth - 1),
                x: place.x + columns.ownerStart, y: place.y, role: role)
        }
    }
}

extension Typing {
    /// Whether it is typed in the pane's lower edge.
    fileprivate var isAtFoot: Bool {
        if case .rename = self { return false }
        return true
    }
}

extension Arrangement {
    /// The order as a screen reader says it: `by size, descending`.
    fileprivate var words: String {
        switch key {
        case .name: isReversed ? tr("by name, descending") : tr("by name, ascending")
        case .ext: isReversed ? tr("by extension, descending") : tr("by extension, ascending")
        case .size: isReversed ? tr("by size, descending") : tr("by size, ascending")
        case .time: isReversed ? tr("by time, descending") : tr("by time, ascending")
        }
    }
}
