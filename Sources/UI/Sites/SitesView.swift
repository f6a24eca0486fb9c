import Files
import Terminal

/// Where the sites screen has what, for drawing and for the mouse.
struct SitesLayout {
    let list: Rect
    /// Facts of the chosen site, below its rule.
    let detail: Rect

    /// Columns that one fact takes.
    static let factWidth = 29

    init(size: Size) {
        let detailHeight = size.height < 20 ? 4 : 5
        let listHeight = max(1, size.height - 4 - 1 - detailHeight - 2)
        list = Rect(x: 0, y: 4, width: size.width, height: listHeight)
        detail = Rect(
            x: 1, y: 4 + listHeight + 1, width: max(1, size.width - 2), height: detailHeight)
    }
}

extension Model {
    /// The sites screen: the box for a URL, the known sites, and what is known of the chosen one.
    func drawSites(into frame: inout Frame) {
        let layout = SitesLayout(size: size)
        drawScreenTitle("Sites", into: &frame)
        frame.put("URL", x: 1, y: 1, role: .strong)
        drawField(
            sites.field, Rect(x: 5, y: 1, width: size.width - 6, height: 1), into: &frame)
        if sites.field.text.isEmpty {
            frame.put("scheme://user@host:port/path", x: 6, y: 1, role: .input)
        }
        if let refusal = sites.refusal {
            frame.put(TextFit.cut(refusal, to: size.width - 6), x: 5, y: 2, role: .error)
        } else {
            frame.put(TextFit.cut(sitesAdvice, to: size.width - 6), x: 5, y: 2, role: .muted)
        }
        drawRule(
            "\(sites.matches.count) of \(sites.choices.count) known", y: 3, role: .paneFrame,
            into: &frame)
        drawSitesList(layout, into: &frame)
        let title = sitesTakeText ? "" : sites.current?.name ?? ""
        drawRule(title, y: layout.detail.y - 1, role: .paneFrame, into: &frame)
        if !sitesTakeText, let choice = sites.current {
            drawSite(choice, layout, into: &frame)
        }
        drawScreenStatus(into: &frame)
        drawKeyHints(into: &frame)
    }

    /// What Enter will do, and where.
    private var sitesAdvice: String {
        let isLocal =
            sitesTakeText
            ? sites.field.text.hasPrefix("/") || sites.field.text.hasPrefix("~")
            : sites.current?.site.isLocal ?? false
        let side = isLocal ? focus : paneForServer
        let pane = "in the \(side == .left ? "left" : "right") pane"
        if sitesTakeText { return "Enter connects \(pane)" }
        return "Enter opens the chosen site \(pane); Tab edits its URL"
    }

    private func drawSitesList(_ layout: SitesLayout, into frame: inout Frame) {
        var scroll = sites.scroll
        scroll.move(
            to: scroll.cursor, count: sites.matches.count, height: layout.list.height)
        let nameWidth = max(10, (size.width - 12) * 2 / 5)
        let addressWidth = max(1, size.width - 11 - nameWidth)
        for row in 0..<layout.list.height {
            guard let choice = sites.choice(atRow: scroll.top + row) else { break }
            let y = layout.list.y + row
            let isSelected = scroll.top + row == scroll.cursor && !sitesTakeText
            let role: Role = isSelected ? .paneCursor : .text
            if isSelected {
                frame.fill(Rect(x: 0, y: y, width: size.width, height: 1), role: role)
            }
            let origin = choice.origin == .recent ? "recent" : ""
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
        } else if sites.matches.isEmpty {
            frame.put("No known site holds this text.", x: 1, y: layout.list.y, role: .muted)
        }
    }

    private func drawSite(
        _ choice: SiteChoice, _ layout: SitesLayout, into frame: inout Frame
    ) {
        var y = layout.detail.y
        var x = layout.detail.x
        for (name, value) in choice.facts(security(of: choice.site)) {
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
        let texts = [choice.certificateText(security(of: choice.site)), choice.comment]
        let lines = texts.compactMap { $0 }.flatMap {
            TextFit.wrap($0, columns: layout.detail.width, limit: room)
        }
        for (row, line) in lines.prefix(max(0, room)).enumerated() {
            frame.put(line, x: layout.detail.x, y: y + 1 + row, role: .text)
        }
    }

    /// How the pane that shows a site is connected to it.
    private func security(of site: Site) -> ConnectionSecurity? {
        let pane = [left, right].first { !$0.isEmpty && $0.site.isSameAccount(as: site) }
        return pane?.security
    }
}
