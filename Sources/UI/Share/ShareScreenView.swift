import Files
import Jobs
import Terminal
import Words

extension ShareScreen {
    /// Where the share's screen has what; nil where nothing is shared.
    func layout(_ workspace: Workspace) -> ShareLayout? {
        guard let status = workspace.share.status else { return nil }
        return ShareLayout(
            size: workspace.size, code: workspace.options.isPlain ? nil : status.code,
            isASCII: workspace.options.isASCII
        ) { columns in
            facts(status, columns: columns, showsCode: false, workspace).count
        }
    }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        guard let status = workspace.share.status, let layout = layout(workspace) else {
            frame.drawScreenTitle(tr("Share", meaning: "a noun"))
            frame.put(tr("Nothing is being shared."), x: 2, y: 2, role: .muted)
            drawFoot(workspace, into: &frame)
            return
        }
        frame.drawScreenTitle(
            tr("Sharing \(workspace.options.homeText(status.folder))"),
            aside: summary(status, workspace.queue.visits),
            asideRole: status.state == .serving ? .title : .titleWarning)
        let facts = facts(
            status, columns: layout.facts.width, showsCode: layout.code != nil, workspace)
        for (row, fact) in facts.prefix(layout.facts.height).enumerated() {
            frame.put(fact.text, x: layout.facts.x, y: layout.facts.y + row, role: fact.role)
        }
        if let code = status.code, let rect = layout.code {
            draw(code, rect, isASCII: workspace.options.isASCII, into: &frame)
        }
        drawVisits(layout, workspace, into: &frame)
        drawFoot(workspace, into: &frame)
    }

    private func summary(_ status: ShareStatus, _ visits: ShareVisits) -> String {
        let count = visits.running.count
        let words = Format.count(count, "visit")
        return switch (status.state == .serving, count > 0) {
        case (true, true): tr("open, \(words)")
        case (true, false): tr("open, no visit")
        case (false, true): tr("ending, \(words)")
        case (false, false): tr("ending, no visit")
        }
    }

    /// The facts as lines; the newest reader needs the URL first.
    private func facts(
        _ status: ShareStatus, columns: Int, showsCode: Bool, _ workspace: Workspace
    ) -> [(text: String, role: Role)] {
        var lines: [(text: String, role: Role)] = []
        func add(_ text: String, _ role: Role) {
            for line in TextFit.wrap(VisibleText.make(text), columns: max(1, columns), limit: 6) {
                lines.append((line, role))
            }
        }
        for (number, url) in status.urls.prefix(3).enumerated() {
            add(url, number == 0 ? .strong : .accent)
        }
        if status.urls.count > 3 {
            let count = status.urls.count - 3
            add(tr(count, one: "and \(count) more", other: "and \(count) more"), .muted)
        }
        let hasRoom = workspace.size.height >= 24
        if hasRoom { lines.append(("", .text)) }
        add(status.audience, .text)
        if status.isWritable {
            add(tr("Writable: visitors can upload, rename and delete."), .warning)
        } else {
            add(tr("Read-only."), .good)
        }
        if let pin = status.pin {
            if hasRoom { lines.append(("", .text)) }
            add(tr("PIN: \(pin)"), .strong)
        }
        if let user = status.user, !user.isEmpty {
            add(tr("User: \(user)"), .strong)
        } else if status.pin == nil {
            add(tr("No password is required."), status.isWritable ? .warning : .text)
        }
        if let fingerprint = status.fingerprint {
            if hasRoom { lines.append(("", .text)) }
            add(tr("TLS certificate, SHA-256:"), .text)
            // Whole bytes a line, as many as fit.
            let perLine = columns >= 47 ? 16 : 8
            let hex = fingerprint.map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            for start in stride(from: 0, to: hex.count, by: perLine) {
                let part = hex[start..<min(start + perLine, hex.count)]
                lines.append((part.joined(separator: ":"), .accent))
            }
        }
        if let code = status.code, !showsCode {
            let least = ShareLayout.leastSize(for: code, isASCII: workspace.options.isASCII)
            add(tr("The QR code needs \(least.width)x\(least.height) characters."), .muted)
        }
        let isConfined = status.confinement == .whole
        add(
            status.confinement?.sentence
                ?? tr("The share's process is not confined, because it does other work too."),
            isConfined ? .muted : .warning)
        return lines
    }

    private func drawVisits(
        _ layout: ShareLayout, _ workspace: Workspace, into frame: inout Frame
    ) {
        let rows = ShareRows(workspace)
        let speed = workspace.queue.visits.speed
        let (shown, all) = (rows.locks.count, workspace.share.status?.lockCount ?? 0)
        var title = rows.locks.isEmpty ? tr("Visits") : tr("Visits and locks")
        if shown > 0, all > shown { title = tr("Visits and \(shown) of \(all) locks") }
        if speed > 0 { title += "  \(Format.speed(speed))" }
        frame.drawRule(title, y: layout.rule, role: .transferTitle, workspace.glyphs)
        let columns = VisitColumns(width: workspace.size.width)
        drawHeader(columns, y: layout.rule + 1, into: &frame)
        let list = list.shown(count: rows.count, height: layout.list.height)
        for row in 0..<layout.list.height {
            guard let shown = rows[list.top + row] else { break }
            let (y, isSelected) = (layout.list.y + row, list.top + row == list.cursor)
            switch shown {
            case .visit(let visit):
                draw(
                    TransferRow(visit, workspace.glyphs), y: y, isSelected: isSelected, columns,
                    into: &frame)
            case .lock(let lock):
                draw(lock, y: y, isSelected: isSelected, columns, workspace, into: &frame)
            }
        }
        if rows.count == 0 {
            frame.put(
                tr("No visitor has transferred a file yet."), x: 2, y: layout.list.y, role: .muted)
        }
    }

    // Columns of the numbers behind a visit, with what keeps them apart.
    private static let sizeWidth = 5
    private static let doneWidth = 5
    private static let speedWidth = 9
    private static let leftWidth = 8

    private func drawHeader(_ columns: VisitColumns, y: Int, into frame: inout Frame) {
        for (text, x, width) in [
            (tr("State"), 1, columns.name.lowerBound - 2),
            (tr("What"), columns.name.lowerBound, max(4, columns.name.count)),
            (tr("Who"), columns.who.lowerBound, max(3, columns.who.count)),
        ] {
            frame.put(TextFit.cut(text, to: width), x: x, y: y, role: .transferTitle)
        }
        var numbers = [
            (tr("Done", meaning: "how much of it"), ShareScreen.doneWidth),
            (tr("Speed"), ShareScreen.speedWidth),
        ]
        if columns.isWide {
            numbers.insert((tr("Size"), ShareScreen.sizeWidth), at: 0)
            numbers.append((tr("Left", meaning: "of the time"), ShareScreen.leftWidth))
        }
        let titles = numbers.map { " " + TextFit.right($0.0, $0.1 - 1) }.joined()
        frame.put(titles, x: columns.who.upperBound + 1, y: y, role: .transferTitle)
    }

    /// Which of them it is, what, and who.
    private func draw(
        _ word: String, _ name: String, _ who: String, y: Int, _ role: Role,
        _ columns: VisitColumns, into frame: inout Frame
    ) {
        frame.fill(Rect(x: 0, y: y, width: frame.size.width, height: 1), role: role)
        frame.put(
            TextFit.cut(word, to: JobWord.columns), x: 1, y: y, role: role,
            limit: JobWord.columns)
        let name = NameFit.cut(name, to: columns.name.count)
        frame.put(name, x: columns.name.lowerBound, y: y, role: role)
        let who = TextFit.cut(who, to: columns.who.count)
        frame.put(who, x: columns.who.lowerBound, y: y, role: role)
    }

    /// A lock, with its times where others have numbers.
    private func draw(
        _ lock: VisitorLock, y: Int, isSelected: Bool, _ columns: VisitColumns,
        _ workspace: Workspace, into frame: inout Frame
    ) {
        let role: Role = isSelected ? .transferCursor : .transfer
        draw(
            JobWord.locked.text, lock.shownName, VisibleText.make(lock.visitor), y: y, role,
            columns, into: &frame)
        let offset = workspace.options.localOffset
        let since = Format.minute(lock.since, localOffset: offset)
        let until = Format.minute(lock.until, localOffset: offset)
        let times = columns.isWide ? tr("since \(since), until \(until)") : tr("until \(until)")
        let room =
            ShareScreen.doneWidth + ShareScreen.speedWidth
            + (columns.isWide ? ShareScreen.sizeWidth + ShareScreen.leftWidth : 0)
        frame.put(
            TextFit.right(TextFit.cut(times, to: room - 1), room), x: columns.who.upperBound + 1,
            y: y, role: role)
    }

    private func draw(
        _ row: TransferRow, y: Int, isSelected: Bool, _ columns: VisitColumns,
        into frame: inout Frame
    ) {
        let role = isSelected ? .transferCursor : row.role
        draw(row.word, row.name, row.target, y: y, role, columns, into: &frame)
        frame.put(row.mark, x: QueueLayout.markStart, y: y, role: role)
        let bytes =
            columns.isWide
            ? TextFit.right(row.size.map(Format.size) ?? "-", ShareScreen.sizeWidth) : ""
        let left = columns.isWide ? row.secondsLeft.map(Format.duration) ?? "" : ""
        let numbers =
            bytes
            + TextFit.right(row.percent.map { "\($0)%" } ?? "-", ShareScreen.doneWidth)
            + TextFit.right(row.speed, ShareScreen.speedWidth)
            + TextFit.right(left, columns.isWide ? ShareScreen.leftWidth : 0)
        frame.put(numbers, x: columns.who.upperBound + 1, y: y, role: role)
    }

    /// A code with its quiet zone: two modules a character, or a module in two blanks.
    private func draw(_ code: QRCode, _ rect: Rect, isASCII: Bool, into frame: inout Frame) {
        let quiet = ShareLayout.quietZone
        guard isASCII else {
            let lines = code.lines(inverted: isInverted, quiet: quiet)
            for (y, line) in lines.enumerated() {
                frame.put(line, x: rect.x, y: rect.y + y, role: .qr)
            }
            return
        }
        for y in 0..<rect.height {
            for x in 0..<rect.width / 2 {
                let isDark = code.isDark(column: x - quiet, row: y - quiet) != isInverted
                frame.put("  ", x: rect.x + 2 * x, y: rect.y + y, role: isDark ? .qrDark : .qr)
            }
        }
    }
}
