import Files
import Settings
import Terminal
import Words

/// Where the settings screen has what, for drawing and for the mouse.
struct SettingsLayout {
    let list: Rect
    /// What is known of the chosen setting, below its rule.
    let detail: Rect

    init(size: Size) {
        let detailHeight = size.height < 20 ? 4 : 6
        let height = max(1, size.height - 1 - 1 - detailHeight - 2)
        list = Rect(x: 0, y: 1, width: size.width, height: height)
        detail = Rect(
            x: 1, y: 1 + height + 1, width: max(1, size.width - 2), height: detailHeight)
    }
}

extension SettingsScreen {
    /// Columns that keys take.
    private static let keyWidth = 22

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let layout = SettingsLayout(size: workspace.size)
        let count = lines.count { $0.place?.row.isChanged == true }
        frame.drawScreenTitle(
            tr("Settings"),
            aside: count > 0
                ? tr(count, one: "\(count) changed", other: "\(count) changed") : "")
        if let note {
            let lines = TextFit.wrap(note, columns: workspace.size.width - 4, limit: 4)
            for (row, line) in lines.enumerated() {
                frame.put(line, x: 2, y: 2 + row, role: isUnread ? .error : .muted)
            }
        }
        let list = list.shown(count: lines.count, height: layout.list.height)
        for row in 0..<layout.list.height {
            guard lines.indices.contains(list.top + row) else { break }
            draw(
                lines[list.top + row], y: layout.list.y + row,
                isSelected: list.top + row == list.cursor, isPlain: workspace.options.isPlain,
                into: &frame)
        }
        frame.drawRule(
            current?.info.key ?? "", y: layout.detail.y - 1, role: .paneFrame, titleRole: .muted,
            workspace.glyphs)
        if let current { draw(current, layout.detail, workspace, into: &frame) }
        drawFoot(typing: typing.map { ($0, tr("Find:")) }, workspace, into: &frame)
    }

    private var isUnread: Bool {
        if case .unread = contents { true } else { false }
    }

    /// What stands in place of the list.
    private var note: String? {
        switch contents {
        case .awaited: tr("The settings are being read.")
        case .unread(let sentence): sentence
        case .read: lines.isEmpty ? tr("No setting matches; Esc shows all.") : nil
        }
    }

    private func draw(
        _ line: SettingLine, y: Int, isSelected: Bool, isPlain: Bool, into frame: inout Frame
    ) {
        let width = frame.size.width
        switch line {
        case .heading(let title):
            frame.put(TextFit.cut(title, to: width - 2), x: 1, y: y, role: .strong)
        case .setting(let place):
            let isChanged = place.row.isChanged
            if isSelected {
                frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: .paneCursor)
            }
            if isChanged, !isPlain {
                frame.put("*", x: 1, y: y, role: isSelected ? .paneCursor : .accent)
            }
            frame.put(
                TextFit.cut(place.info.key, to: Self.keyWidth), x: 3, y: y,
                role: isSelected ? .paneCursor : .text)
            let role: Role = isChanged ? .accent : place.row.value == nil ? .muted : .text
            let x = 4 + Self.keyWidth
            frame.put(
                TextFit.cut(
                    place.shown + (isChanged && isPlain ? " " + tr("(changed)") : ""),
                    to: max(1, width - x - 1)), x: x, y: y,
                role: isSelected ? .paneCursor : role)
        }
    }

    private func draw(
        _ place: SettingPlace, _ rect: Rect, _ workspace: Workspace, into frame: inout Frame
    ) {
        let info = place.info
        let file = VisibleText.make(workspace.options.homeText(Path(place.file)))
        let origin =
            place.row.line.map { tr("Set in \(file), line \($0).") } ?? tr("Not set in \(file).")
        let values =
            info.isRequired
            ? tr("Values: \(info.allowed).")
            : tr("Values: \(info.allowed). Default: \(info.standardText).")
        let texts: [(String, Role)] = [
            (info.summary, .strong), (values, .text),
            (([origin] + [place.delay].compactMap { $0 }).joined(separator: " "), .muted),
        ]
        var y = rect.y
        for (number, (text, role)) in texts.enumerated() {
            // Each has its first line at least.
            let room = rect.maxY - y - (texts.count - 1 - number)
            for line in TextFit.wrap(text, columns: rect.width, limit: max(1, min(3, room))) {
                guard y < rect.maxY else { return }
                frame.put(line, x: rect.x, y: y, role: role)
                y += 1
            }
        }
    }
}
