import Files
import Jobs
import Terminal
import Words

/// All that is known of a site and its server without asking the server, in groups.
struct SiteCard {
    /// Facts under a heading.
    struct Group: Hashable {
        let title: String
        let facts: [SiteFact]
    }

    /// A row of the card.
    enum Line: Hashable {
        case title(String)
        /// Of a value of several rows the first has the name.
        case fact(name: String, value: String)
        case blank
    }

    /// Without those that nothing is known of.
    let groups: [Group]

    /// `security`: how the pane that shows it is connected; nil where none is.
    init(_ choice: SiteChoice, _ security: ConnectionSecurity?, _ workspace: Workspace) {
        func moment(_ seconds: Int64) -> String {
            let time = Format.time(
                Timestamp(seconds: seconds), now: workspace.now,
                localOffset: workspace.options.localOffset)
            return time.split(separator: " ").joined(separator: " ")
        }
        let all = [
            Group(
                title: tr("Site"),
                facts: SiteCard.site(choice, security) + SiteCard.answers(choice, workspace.queue)),
            Group(title: tr("Server"), facts: SiteCard.server(choice)),
            Group(title: tr("Security"), facts: SiteCard.security(choice, security)),
            Group(title: tr("History"), facts: SiteCard.history(choice, moment)),
        ]
        groups = all.filter { !$0.facts.isEmpty }
    }

    private static func site(
        _ choice: SiteChoice, _ security: ConnectionSecurity?
    ) -> [SiteFact] {
        // What is known of TLS is in a group of its own.
        var facts = choice.facts(security, withTLS: false).map { SiteFact($0.name, $0.value) }
        if choice.passwordCommand != nil {
            facts.append(SiteFact(tr("Password"), tr("from a command")))
        }
        if let comment = choice.comment, !comment.isEmpty {
            facts.append(SiteFact(tr("Comment"), VisibleText.make(comment)))
        }
        return facts
    }

    /// What was answered for the whole site where names are taken.
    private static func answers(_ choice: SiteChoice, _ queue: QueueState) -> [SiteFact] {
        let words = queue.answers.filter { $0.site.isSameAccount(as: choice.site) }
            .map { answer in
                switch answer.way {
                case .to: tr("\(answer.policy.title) there", meaning: "where a name is taken")
                case .from: tr("\(answer.policy.title) here", meaning: "where a name is taken")
                }
            }
        return words.isEmpty ? [] : [SiteFact(tr("Taken names"), listed(words))]
    }

    private static func server(_ choice: SiteChoice) -> [SiteFact] {
        let card = choice.card
        var facts: [SiteFact] = []
        if let software = card.software { facts.append(SiteFact(tr("Software"), software)) }
        if let system = card.system { facts.append(SiteFact(tr("System"), system)) }
        if !card.features.isEmpty {
            facts.append(SiteFact(tr("Features"), card.features.joined(separator: ", ")))
        }
        if let offset = card.clockOffset { facts.append(SiteFact(tr("Clock"), clock(offset))) }
        if let limit = choice.connectionLimit {
            facts.append(SiteFact(tr("Connections"), tr("at most \(limit) for transfers")))
        }
        if !choice.refusals.isEmpty {
            let names = choice.refusals.map { VisibleText.make($0) }
            facts.append(SiteFact(tr("Refuses"), names.joined(separator: ", ")))
        }
        return facts
    }

    /// `UTC`, or `1:00 h ahead of UTC`.
    private static func clock(_ offset: Int) -> String {
        guard offset != 0 else { return "UTC" }
        let minutes = Int(offset.magnitude / 60)
        let hours = "\(minutes / 60):\(Format.two(minutes % 60))"
        return offset > 0 ? tr("\(hours) h ahead of UTC") : tr("\(hours) h behind UTC")
    }

    private static func security(
        _ choice: SiteChoice, _ security: ConnectionSecurity?
    ) -> [SiteFact] {
        var facts: [SiteFact] = []
        let site = choice.site
        if site.scheme.mayHaveTLS {
            let version = choice.card.tlsVersion.map { tr("\($0) at the last connection") }
            let now = choice.tlsText(security)
            facts.append(SiteFact("TLS", security == nil ? version ?? now : now))
        }
        var certificate = choice.card.certificate
        if case .tls(let state) = security { certificate = state.certificate }
        if let certificate {
            facts.append(SiteFact(tr("Certificate"), certificate.subject))
            facts.append(SiteFact(tr("Issued by"), certificate.issuer))
            facts.append(SiteFact(tr("Valid until"), Format.date(certificate.validUntil)))
            if case .tls(let state) = security {
                let words =
                    switch state.voucher {
                    case .authority: tr("by an authority")
                    case .user: tr("by you")
                    case .nobody: tr("not at all")
                    }
                facts.append(SiteFact(tr("Checked"), words))
            }
            facts.append(SiteFact("SHA-256", certificate.fingerprintText))
        }
        if let trusted = choice.trust.trusted {
            let text = Certificate.text(ofFingerprint: trusted)
            let isSame = text == certificate?.fingerprintText
            facts.append(
                SiteFact(
                    tr("Trusted"),
                    isSame ? tr("this certificate, by you") : tr("by you: \(text)")))
        }
        for key in choice.card.hostKeys { facts.append(SiteFact(tr("Host key"), key)) }
        return facts
    }

    private static func history(
        _ choice: SiteChoice, _ moment: (Int64) -> String
    ) -> [SiteFact] {
        var facts: [SiteFact] = []
        let times = [choice.lastUsed, choice.card.seen].compactMap { $0 }
        if let last = times.max() { facts.append(SiteFact(tr("Last used"), moment(last))) }
        if let failure = choice.card.failure {
            facts.append(
                SiteFact(tr("Last error"), "\(moment(failure.time)): \(failure.sentence)"))
        }
        if let source = choice.source { facts.append(SiteFact(tr("Listed in"), source)) }
        return facts
    }

    /// Columns of the names, of so many for a row.
    private func nameWidth(columns: Int) -> Int {
        let names = groups.flatMap { group in group.facts.map(\.name) }
        return max(13, min(TextFit.column(names), columns / 2))
    }

    /// The rows, in so many columns.
    func lines(columns: Int) -> [Line] {
        let room = max(1, columns - nameWidth(columns: columns))
        var lines: [Line] = []
        for group in groups {
            if !lines.isEmpty { lines.append(.blank) }
            lines.append(.title(group.title))
            for fact in group.facts {
                let values = TextFit.wrap(fact.value, columns: room, limit: 12)
                for (row, value) in values.enumerated() {
                    lines.append(.fact(name: row == 0 ? fact.name : "", value: value))
                }
            }
        }
        return lines
    }

    /// Draws the rows from `top` on, of a card that the user is in, else from the first; the last one
    /// says how many are missing, and how to see them.
    func draw(_ rect: Rect, from top: Int?, into frame: inout Frame) {
        let lines = lines(columns: rect.width)
        let nameWidth = nameWidth(columns: rect.width)
        let first = max(0, min(top ?? 0, lines.count - rect.height))
        let isCut = lines.count - first > rect.height
        let shown = lines.dropFirst(first).prefix(isCut ? rect.height - 1 : rect.height)
        for (row, line) in shown.enumerated() {
            let y = rect.y + row
            switch line {
            case .blank: break
            case .title(let title): frame.put(title, x: rect.x, y: y, role: .strong)
            case .fact(let name, let value):
                frame.put(
                    TextFit.cut(name, to: nameWidth - 1), x: rect.x, y: y, role: .muted)
                frame.put(
                    TextFit.cut(value, to: rect.width - nameWidth), x: rect.x + nameWidth, y: y,
                    role: .text)
            }
        }
        if isCut, rect.height > 0 {
            let rest = Format.count(lines.count - first - shown.count, "more line")
            let words = top == nil ? tr("\(rest): Right, then Down") : tr("\(rest): Down")
            frame.put(
                TextFit.cut(words, to: rect.width), x: rect.x, y: rect.maxY - 1, role: .muted)
        }
    }
}
