import Files
import Terminal

extension SitesScreen {
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let size = workspace.size
        let layout = SitesLayout(size: size)
        frame.drawScreenTitle("Sites")
        frame.put("URL", x: 1, y: 1, role: .strong)
        frame.drawField(field, Rect(x: 5, y: 1, width: size.width - 6, height: 1))
        if field.text.isEmpty {
            frame.put("scheme://user@host:port/path", x: 6, y: 1, role: .input)
        }
        if let refusal = urlRefusal {
            frame.put(TextFit.cut(refusal, to: size.width - 6), x: 5, y: 2, role: .error)
        } else {
            frame.put(TextFit.cut(advice(workspace), to: size.width - 6), x: 5, y: 2, role: .muted)
        }
        frame.drawRule(
            "\(sites.count) of \(sites.choices.count) known", y: 3, role: .paneFrame,
            workspace.glyphs)
        drawList(layout, size, into: &frame)
        let title = takesText ? "" : sites.current?.name ?? ""
        frame.drawRule(title, y: layout.detail.y - 1, role: .paneFrame, workspace.glyphs)
        if !takesText, let choice = sites.current {
            drawSite(choice, layout, workspace, into: &frame)
        }
        drawFoot(workspace, into: &frame)
    }

    /// What Enter will do, and where.
    private func advice(_ workspace: Workspace) -> String {
        let isLocal =
            takesText
            ? field.text.hasPrefix("/") || field.text.hasPrefix("~")
            : sites.current?.site.isLocal ?? false
        let side = isLocal ? workspace.panes.focus : workspace.panes.sideForServer
        let pane = "in the \(side == .left ? "left" : "right") pane"
        if takesText { return "Enter connects \(pane)" }
        return "Enter opens the chosen site \(pane); Tab edits its URL"
    }

    private func drawList(_ layout: SitesLayout, _ size: Size, into frame: inout Frame) {
        let list = sites.list.shown(count: sites.count, height: layout.list.height)
        let nameWidth = max(10, (size.width - 12) * 2 / 5)
        let addressWidth = max(1, size.width - 11 - nameWidth)
        for row in 0..<layout.list.height {
            guard let choice = sites.choice(atRow: list.top + row) else { break }
            let y = layout.list.y + row
            let isSelected = list.top + row == list.cursor && !takesText
            let role: Role = isSelected ? .paneCursor : .text
            if isSelected {
                frame.fill(Rect(x: 0, y: y, width: size.width, height: 1), role: role)
            }
            let origin =
                switch choice.origin {
                case .sites: ""
                case .ssh: "ssh"
                case .rclone: "rclone"
                case .recent: "recent"
                }
            if choice.name == choice.address {
                let text = TextFit.cut(choice.name, to: nameWidth + 1 + addressWidth)
                frame.put(text, x: 1, y: y, role: role)
            } else {
                frame.put(TextFit.cut(choice.name, to: nameWidth), x: 1, y: y, role: role)
                frame.put(
                    TextFit.cut(choice.address, to: addressWidth), x: 2 + nameWidth, y: y,
                    role: isSelected ? role : .muted)
            }
            frame.put(origin, x: size.width - 7, y: y, role: isSelected ? role : .muted)
        }
        if sites.choices.isEmpty {
            frame.put(
                "No site is known yet: visited ones will stand here.", x: 1,
                y: layout.list.y, role: .muted)
        } else if sites.count == 0 {
            frame.put("No known site holds this text.", x: 1, y: layout.list.y, role: .muted)
        }
    }

    private func drawSite(
        _ choice: SiteChoice, _ layout: SitesLayout, _ workspace: Workspace,
        into frame: inout Frame
    ) {
        let security = workspace.panes.security(of: choice.site)
        var y = layout.detail.y
        var x = layout.detail.x
        for (name, value) in choice.facts(security) {
            if x > layout.detail.x, x + SitesLayout.factWidth > layout.detail.maxX {
                x = layout.detail.x
                y += 1
            }
            guard y < layout.detail.maxY else { return }
            frame.put(name, x: x, y: y, role: .muted)
            frame.put(
                TextFit.cut(value, to: SitesLayout.factWidth - 11), x: x + 10, y: y, role: .text)
            x += SitesLayout.factWidth
        }
        let room = layout.detail.maxY - y - 1
        let texts = [choice.certificateText(security), choice.comment]
        let lines = texts.compactMap { $0 }.flatMap {
            TextFit.wrap($0, columns: layout.detail.width, limit: room)
        }
        for (row, line) in lines.prefix(max(0, room)).enumerated() {
            frame.put(line, x: layout.detail.x, y: y + 1 + row, role: .text)
        }
    }
}
