import Files
import Jobs
import Terminal

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

    /// Columns of the names.
    static let nameWidth = 13

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
                title: "Site",
                facts: SiteCard.site(choice, security) + SiteCard.answers(choice, workspace.queue)),
            Group(title: "Server", facts: SiteCard.server(choice)),
            Group(title: "Security", facts: SiteCard.security(choice, security)),
            Group(title: "History", facts: SiteCard.history(choice, moment)),
        ]
        groups = all.filter { !$0.facts.isEmpty }
    }

    private static func site(
        _ choice: SiteChoice, _ security: ConnectionSecurity?
    ) -> [SiteFact] {
        var facts = choice.facts(security).filter { $0.name != "TLS" }
            .map { SiteFact($0.name, $0.value) }
        if choice.passwordCommand != nil { facts.append(SiteFact("Password", "from a command")) }
        if let comment = choice.comment, !comment.isEmpty {
            facts.append(SiteFact("Comment", VisibleText.make(comment)))
        }
        return facts
    }

    /// What was answered for the whole site where names are taken.
    private static func answers(_ choice: SiteChoice, _ queue: QueueState) -> [SiteFact] {
        let words = queue.answers.filter { $0.site.isSameAccount(as: choice.site) }
            .map { "\($0.policy.title) \($0.way == .to ? "there" : "here")" }
        return words.isEmpty ? [] : [SiteFact("Taken names", words.joined(separator: ", "))]
    }

    private static func server(_ choice: SiteChoice) -> [SiteFact] {
        let card = choice.card
        var facts: [SiteFact] = []
        if let software = card.software { facts.append(SiteFact("Software", software)) }
        if let system = card.system { facts.append(SiteFact("System", system)) }
        if !card.features.isEmpty {
            facts.append(SiteFact("Features", card.features.joined(separator: ", ")))
        }
        if let offset = card.clockOffset { facts.append(SiteFact("Clock", clock(offset))) }
        if let limit = choice.connectionLimit {
            facts.append(SiteFact("Connections", "at most \(limit) for transfers"))
        }
        if !choice.refusals.isEmpty {
            let names = choice.refusals.map { VisibleText.make($0) }
            facts.append(SiteFact("Refuses", names.joined(separator: ", ")))
        }
        return facts
    }

    /// `UTC`, or `1:00 h ahead of UTC`.
    private static func clock(_ offset: Int) -> String {
        guard offset != 0 else { return "UTC" }
        let minutes = Int(offset.magnitude / 60)
        return "\(minutes / 60):\(Format.two(minutes % 60)) h "
            + (offset > 0 ? "ahead of UTC" : "behind UTC")
    }

    private static func security(
        _ choice: SiteChoice, _ security: ConnectionSecurity?
    ) -> [SiteFact] {
        var facts: [SiteFact] = []
        let site = choice.site
        if site.scheme.mayHaveTLS {
            let version = choice.card.tlsVersion.map { "\($0) at the last connection" }
            let now = choice.tlsText(security)
            facts.append(SiteFact("TLS", security == nil ? version ?? now : now))
        }
        var certificate = choice.card.certificate
        if case .tls(let state) = security { certificate = state.certificate }
        if let certificate {
            facts.append(SiteFact("Certificate", certificate.subject))
            facts.append(SiteFact("Issued by", certificate.issuer))
            facts.append(SiteFact("Valid until", Format.date(certificate.validUntil)))
            if case .tls(let state) = security {
                let words =
                    switch state.voucher {
                    case .authority: "by an authority"
                    case .user: "by you"
                    case .nobody: "not at all"
                    }
                facts.append(SiteFact("Checked", words))
            }
            facts.append(SiteFact("SHA-256", certificate.fingerprintText))
        }
        if let trusted = choice.trust.trusted {
            let text = Certificate.text(ofFingerprint: trusted)
            let isSame = text == certificate?.fingerprintText
            facts.append(
                SiteFact("Trusted", isSame ? "this certificate, by you" : "by you: \(text)"))
        }
        for key in choice.card.hostKeys { facts.append(SiteFact("Host key", key)) }
        return facts
    }

    private static func history(
        _ choice: SiteChoice, _ moment: (Int64) -> String
    ) -> [SiteFact] {
        var facts: [SiteFact] = []
        let times = [choice.lastUsed, choice.card.seen].compactMap { $0 }
        if let last = times.max() { facts.append(SiteFact("Last used", moment(last))) }
        if let failure = choice.card.failure {
            facts.append(
                SiteFact("Last error", "\(moment(failure.time)): \(failure.sentence)"))
        }
        if let source = choice.source { facts.append(SiteFact("Listed in", source)) }
        return facts
    }

    /// The rows, in so many columns.
    func lines(columns: Int) -> [Line] {
        var lines: [Line] = []
        for group in groups {
            if !lines.isEmpty { lines.append(.blank) }
            lines.append(.title(group.title))
            for fact in group.facts {
                let values = TextFit.wrap(
                    fact.value, columns: max(1, columns - SiteCard.nameWidth), limit: 12)
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
                    TextFit.cut(name, to: SiteCard.nameWidth - 1), x: rect.x, y: y, role: .muted)
                frame.put(
                    TextFit.cut(value, to: rect.width - SiteCard.nameWidth),
                    x: rect.x + SiteCard.nameWidth, y: y, role: .text)
            }
        }
        if isCut, rect.height > 0 {
            let rest = lines.count - first - shown.count
            let keys = top == nil ? "Right, then Down" : "Down"
            frame.put(
                TextFit.cut("\(Format.count(rest, "more line")): \(keys)", to: rect.width),
                x: rect.x, y: rect.maxY - 1, role: .muted)
        }
    }
}
