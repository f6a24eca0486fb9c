import Files
import Terminal
import Words

extension SitesScreen {
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let size = workspace.size
        let layout = layout(workspace)
        frame.drawScreenTitle(tr("Sites"))
        let label = TextFit.cut(tr("Site"), to: max(4, size.width / 3))
        let x = 2 + frame.put(label, x: 1, y: 1, role: .strong)
        let room = size.width - x - 1
        frame.drawField(field, Rect(x: x, y: 1, width: room, height: 1))
        if field.text.isEmpty {
            frame.put(tr("host, user@host or URL"), x: x + 1, y: 1, role: .input)
        }
        if let refusal {
            frame.put(TextFit.cut(refusal, to: room), x: x, y: 2, role: .error)
        } else {
            let advice = advice(workspace)
            let fitting = advice.first { CharacterWidth.of($0) <= room } ?? advice.last ?? ""
            frame.put(TextFit.cut(fitting, to: room), x: x, y: 2, role: .muted)
        }
        let count = tr("\(sites.count) of \(sites.choices.count) known")
        frame.drawRule(
            layout.cardPlace == .instead ? sites.current?.shownName ?? count : count, y: 3,
            role: .paneFrame, titleRole: .muted, workspace.glyphs)
        drawKnown(layout, workspace, into: &frame)
        // Whoever hears the screen hears the line that the cursor is in.
        if workspace.options.isPlain, isListChosen || offer != nil, let row = frame.focus {
            frame.cursor = row
        }
        drawFoot(workspace, into: &frame)
    }

    /// The list and the card.
    private func drawKnown(
        _ layout: SitesLayout, _ workspace: Workspace, into frame: inout Frame
    ) {
        let chosen = takesText ? nil : sites.current
        if sites.choices.isEmpty {
            let all = Rect(
                x: 0, y: layout.list.y, width: workspace.size.width, height: layout.list.height)
            drawWelcome(all, into: &frame)
            if layout.cardPlace == .beside { return }
        } else if layout.cardPlace != .instead {
            drawList(layout.list, into: &frame)
        }
        let card = chosen.map {
            SiteCard($0, workspace.panes.security(of: $0.site), workspace)
        }
        switch layout.cardPlace {
        case .below:
            frame.drawRule(
                chosen?.shownName ?? "", y: layout.card.y - 1, role: .paneFrame, titleRole: .muted,
                workspace.glyphs)
            if let chosen { drawSite(chosen, layout.card, workspace, into: &frame) }
        case .instead:
            card?.draw(layout.card, from: cardTop, into: &frame)
        case .beside:
            for y in layout.list.y..<layout.list.maxY {
                frame.put(
                    String(workspace.glyphs.vertical), x: layout.card.x - 2, y: y,
                    role: cardTop == nil ? .paneFrame : .strong)
            }
            card?.draw(layout.card, from: cardTop, into: &frame)
        }
    }

    /// What Enter will do, and where: the longest that fits is shown.
    private func advice(_ workspace: Workspace) -> [String] {
        let subject = subject
        let isLocal =
            switch subject {
            case .chosen(let choice): choice.site.isLocal
            case .place: field.text.hasPrefix("/") || field.text.hasPrefix("~")
            case .host, .words, .offer, .nothing: false
            }
        let side = isLocal ? workspace.panes.focus : workspace.panes.sideForServer
        let pane = side == .left ? tr("in the left pane") : tr("in the right pane")
        switch subject {
        case .chosen:
            return [
                tr(
                    "Enter opens the chosen site \(pane); Tab edits its URL; Right shows all that is "
                        + "known"),
                tr("Enter opens it \(pane); Tab edits its URL; Right shows more"),
                tr("Enter opens it \(pane); Right shows more"),
            ]
        case .place:
            return [isLocal ? tr("Enter opens it \(pane)") : tr("Enter connects \(pane)")]
        case .host:
            return [
                tr("Enter asks for the protocol and connects \(pane)"),
                tr("Enter asks for the protocol"),
            ]
        case .words:
            return [tr("No site matches.")]
        case .offer(.demo):
            return [tr("Enter opens the demo server \(pane)")]
        case .offer(.importing):
            return [tr("Enter searches for other programs' lists of sites")]
        case .nothing:
            return [
                tr("Type a host, user@host or URL; Enter connects \(pane)"),
                tr("Enter connects \(pane)"),
            ]
        }
    }

    /// How to begin, where no site is known.
    private func drawWelcome(_ list: Rect, into frame: inout Frame) {
        let title = tr("Connect")
        let names = [title] + SiteOffer.allCases.map { $0.words.name }
        let nameWidth = max(10, min(TextFit.column(names), list.width / 2))
        frame.put(TextFit.cut(title, to: nameWidth - 1), x: 1, y: list.y, role: .strong)
        let text = tr("Type host, user@host, sftp://host/path or an ssh alias, and press Enter.")
        let lines = TextFit.wrap(
            text, columns: list.width - nameWidth - 2, limit: SiteOffer.firstRow)
        for (row, line) in lines.enumerated() {
            frame.put(line, x: nameWidth + 1, y: list.y + row, role: .text)
        }
        for offer in SiteOffer.allCases {
            let y = offer.row(in: list)
            guard y < list.maxY else { return }
            let isChosen = offer == self.offer
            if isChosen {
                frame.fill(
                    Rect(x: 0, y: y, width: list.width, height: 1), role: .paneCursor)
                frame.focus = Point(x: 1, y: y)
            }
            let (name, text) = offer.words
            frame.put(
                TextFit.cut(name, to: nameWidth - 1), x: 1, y: y,
                role: isChosen ? .paneCursor : .strong)
            frame.put(
                TextFit.cut(text, to: list.width - nameWidth - 2), x: nameWidth + 1, y: y,
                role: isChosen ? .paneCursor : .text)
        }
    }

    private func drawList(_ rect: Rect, into frame: inout Frame) {
        // It looks through all sites, which is not for every row.
        let isChosen = !takesText
        let list = sites.list.shown(count: sites.count, height: rect.height)
        let recent = TextFit.cut(tr("recent"), to: 12)
        let originWidth = max(6, CharacterWidth.of(recent))
        let nameWidth = max(10, (rect.width - originWidth - 6) * 2 / 5)
        let addressWidth = max(1, rect.width - originWidth - 5 - nameWidth)
        for row in 0..<rect.height {
            guard let choice = sites.choice(atRow: list.top + row) else { break }
            let y = rect.y + row
            let isSelected = list.top + row == list.cursor && isChosen
            let role: Role = isSelected ? .paneCursor : .text
            if isSelected {
                frame.fill(Rect(x: 0, y: y, width: rect.width, height: 1), role: role)
                frame.focus = Point(x: 1, y: y)
            }
            let origin =
                switch choice.origin {
                case .sites: ""
                case .ssh: "ssh"
                case .rclone: "rclone"
                case .recent: recent
                }
            let name = choice.shownName
            if name == choice.address {
                let text = TextFit.cut(name, to: nameWidth + 1 + addressWidth)
                frame.put(text, x: 1, y: y, role: role)
            } else {
                frame.put(TextFit.cut(name, to: nameWidth), x: 1, y: y, role: role)
                frame.put(
                    TextFit.cut(choice.address, to: addressWidth), x: 2 + nameWidth, y: y,
                    role: isSelected ? role : .muted)
            }
            frame.put(
                origin, x: rect.width - originWidth - 1, y: y, role: isSelected ? role : .muted)
        }
        if sites.count == 0 {
            frame.put(tr("No site matches."), x: 1, y: rect.y, role: .muted)
        }
    }

    private func drawSite(
        _ choice: SiteChoice, _ rect: Rect, _ workspace: Workspace, into frame: inout Frame
    ) {
        let security = workspace.panes.security(of: choice.site)
        let facts = choice.facts(security)
        let nameWidth = max(10, min(TextFit.column(facts.map { $0.name }), 20))
        let factWidth = nameWidth + SitesLayout.valueWidth + 1
        var y = rect.y
        var x = rect.x
        for (name, value) in facts {
            if x > rect.x, workspace.options.isPlain || x + factWidth > rect.maxX {
                x = rect.x
                y += 1
            }
            guard y < rect.maxY else { return }
            frame.put(TextFit.cut(name, to: nameWidth - 1), x: x, y: y, role: .muted)
            frame.put(
                TextFit.cut(value, to: SitesLayout.valueWidth), x: x + nameWidth, y: y, role: .text)
            x += factWidth
        }
        let room = rect.maxY - y - 1
        let comment = choice.comment.map { VisibleText.make($0) }
        let texts = [choice.certificateText(security), comment]
        let lines = texts.compactMap { $0 }.flatMap {
            TextFit.wrap($0, columns: rect.width, limit: room)
        }
        for (row, line) in lines.prefix(max(0, room)).enumerated() {
            frame.put(line, x: rect.x, y: y + 1 + row, role: .text)
        }
    }
}
