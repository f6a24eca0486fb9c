import Files
import Jobs
import Terminal

extension Model {
    /// Where the share's screen has what; nil where nothing is shared.
    var shareLayout: ShareLayout? {
        guard let status = share.status else { return nil }
        return ShareLayout(size: size, code: status.code, isASCII: options.isASCII) { columns in
            shareFacts(status, columns: columns, showsCode: false).count
        }
    }

    /// The share: how it is reached, its code, and who is served.
    func drawShare(into frame: inout Frame) {
        guard let status = share.status, let layout = shareLayout else {
            drawScreenTitle("Share", into: &frame)
            frame.put("Nothing is shared now.", x: 2, y: 2, role: .muted)
            drawScreenStatus(into: &frame)
            drawKeyHints(into: &frame)
            return
        }
        drawScreenTitle(
            "Sharing \(homeText(status.folder))", aside: shareSummary(status),
            asideRole: status.state == .serving ? .title : .titleWarning, into: &frame)
        let facts = shareFacts(
            status, columns: layout.facts.width, showsCode: layout.code != nil)
        for (row, fact) in facts.prefix(layout.facts.height).enumerated() {
            frame.put(fact.text, x: layout.facts.x, y: layout.facts.y + row, role: fact.role)
        }
        if let code = status.code, let rect = layout.code { draw(code, rect, into: &frame) }
        drawVisits(layout, into: &frame)
        drawScreenStatus(into: &frame)
        drawKeyHints(into: &frame)
    }

    private func shareSummary(_ status: ShareStatus) -> String {
        let count = queue.visits.running.count
        let visits = count > 0 ? Format.count(count, "visit") : "no visit"
        return status.state == .serving ? "open, \(visits)" : "ending, \(visits)"
    }

    /// The facts as lines; the newest reader needs the URL first.
    private func shareFacts(
        _ status: ShareStatus, columns: Int, showsCode: Bool
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
            add("and \(status.urls.count - 3) more", .muted)
        }
        let hasRoom = size.height >= 24
        if hasRoom { lines.append(("", .text)) }
        add(status.audience, .text)
        if status.isWritable {
            add("Writable: visitors may upload, rename and delete.", .warning)
        } else {
            add("Read-only.", .good)
        }
        if let pin = status.pin {
            if hasRoom { lines.append(("", .text)) }
            add("PIN: \(pin)", .strong)
        }
        if let user = status.user, !user.isEmpty {
            add("User: \(user)", .strong)
        } else if status.pin == nil {
            add("No password is asked.", status.isWritable ? .warning : .text)
        }
        if let fingerprint = status.fingerprint {
            if hasRoom { lines.append(("", .text)) }
            add("TLS; the certificate's SHA-256:", .text)
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
            let least = ShareLayout.leastSize(for: code, isASCII: options.isASCII)
            add("A QR code needs \(least.width)x\(least.height) characters.", .muted)
        }
        return lines
    }

    private func drawVisits(_ layout: ShareLayout, into frame: inout Frame) {
        let visits = queue.visits
        var title = "Visits"
        if visits.speed > 0 { title += "  \(Format.speed(visits.speed))" }
        drawRule(title, y: layout.rule, role: .transferTitle, into: &frame)
        let columns = VisitColumns(width: size.width)
        drawHeader(columns, y: layout.rule + 1, into: &frame)
        var scroll = share.scroll
        scroll.move(to: scroll.cursor, count: visits.count, height: layout.list.height)
        for row in 0..<layout.list.height {
            guard let visit = visits[scroll.top + row] else { break }
            draw(
                TransferRow(visit, isASCII: options.isASCII), y: layout.list.y + row,
                isSelected: scroll.top + row == scroll.cursor, columns, into: &frame)
        }
        if visits.count == 0 {
            frame.put(
                "Nobody has taken or brought a file yet.", x: 2, y: layout.list.y, role: .muted)
        }
    }

    private func drawHeader(_ columns: VisitColumns, y: Int, into frame: inout Frame) {
        let numbers = columns.isWide ? " Size Done    Speed    Left" : " Done    Speed"
        for (text, x) in [
            ("State", 1), ("What", columns.name.lowerBound), ("Who", columns.who.lowerBound),
            (numbers, columns.who.upperBound + 1),
        ] {
            frame.put(text, x: x, y: y, role: .transferTitle)
        }
    }

    private func draw(
        _ row: TransferRow, y: Int, isSelected: Bool, _ columns: VisitColumns,
        into frame: inout Frame
    ) {
        let role = isSelected ? .transferCursor : row.role
        frame.fill(Rect(x: 0, y: y, width: size.width, height: 1), role: role)
        frame.put(row.word, x: 1, y: y, role: role, limit: 8)
        frame.put(row.mark, x: 10, y: y, role: role)
        let name = NameFit.cut(row.name, to: columns.name.count)
        frame.put(name, x: columns.name.lowerBound, y: y, role: role)
        let who = TextFit.cut(row.target, to: columns.who.count)
        frame.put(who, x: columns.who.lowerBound, y: y, role: role)
        let bytes = columns.isWide ? TextFit.right(row.size.map(Format.size) ?? "-", 5) : ""
        let left = columns.isWide ? row.secondsLeft.map(Format.duration) ?? "" : ""
        let numbers =
            bytes + TextFit.right(row.percent.map { "\($0)%" } ?? "-", 5)
            + TextFit.right(row.speed, 9) + TextFit.right(left, columns.isWide ? 8 : 0)
        frame.put(numbers, x: columns.who.upperBound + 1, y: y, role: role)
    }

    /// A code with its quiet zone: two modules a character, or a module in two blanks.
    private func draw(_ code: QRCode, _ rect: Rect, into frame: inout Frame) {
        let quiet = ShareLayout.quietZone
        guard options.isASCII else {
            let lines = code.lines(inverted: share.isInverted, quiet: quiet)
            for (y, line) in lines.enumerated() {
                frame.put(line, x: rect.x, y: rect.y + y, role: .qr)
            }
            return
        }
        for y in 0..<rect.height {
            for x in 0..<rect.width / 2 {
                let isDark = code.isDark(column: x - quiet, row: y - quiet) != share.isInverted
                frame.put("  ", x: rect.x + 2 * x, y: rect.y + y, role: isDark ? .qrDark : .qr)
            }
        }
    }
}
