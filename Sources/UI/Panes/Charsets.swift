import Files

extension Workspace {
    /// What is known of a server that a URL names: the panes and the named sites say how it is
    /// spoken to; of one visited before, only its charset is taken.
    func adopted(_ site: Site) -> Site {
        let named = sites.filter { $0.origin == .sites }.map(\.site)
        let known = [self[focus].site, self[focus.other].site] + named
        if var same = known.first(where: { $0.isSameAccount(as: site) }) {
            same[SiteURL.query] = site[SiteURL.query]
            return same
        }
        var site = site
        site.charset = sites.first { $0.site.isSameAccount(as: site) }?.site.charset
        return site
    }

    /// Says once for a site that its names are in another charset, and in which perhaps.
    mutating func offerCharset(_ listing: Listing) {
        let count = Format.count(listing.foreignCount, "name")
        let verb = listing.foreignCount == 1 ? "is" : "are"
        let guess = listing.charsetGuess.map { ", but probably \($0.name)" } ?? ""
        let key = keymap.labels(for: .charset, in: .pane).first
        status.show(
            "\(count) here \(verb) not in UTF-8\(guess).", .warning,
            hint: key.map { "\($0): choose the charset" })
    }
}

extension InputDialog {
    /// Asks in which charset the names of the pane's site are.
    static func openCharset(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.focused
        guard !pane.isEmpty, !pane.site.isLocal else {
            return workspace.refuse("A charset is for a server: this pane shows this machine.")
        }
        let proposal = pane.site.charset ?? pane.charsetGuess?.name ?? ""
        let dialog = InputDialog(
            title: "Charset of \(VisibleText.make(pane.site.host))",
            label: "What names that are not UTF-8 are in, such as CP1252, KOI8-R, GB18030, "
                + "Big5, Shift_JIS or EUC-KR; nothing for UTF-8 alone",
            field: TextField(proposal, isSelected: true)
        ) { setCharset($0, &$1) }
        return .present(dialog)
    }

    /// Shows the site's names in another charset; nothing is read anew for it.
    private static func setCharset(
        _ text: String, _ workspace: inout Workspace
    ) -> InputDialog.Submission {
        let name = text.filter { $0 != " " }
        var charset: String?
        if !name.isEmpty {
            guard let known = Charset(named: name) else {
                return .refused(
                    "No charset for names of files is called '\(VisibleText.make(name))'; `iconv -l` "
                        + "lists what there is.")
            }
            charset = known == .utf8 ? nil : known.name
        }
        var site = workspace.focused.site
        for side in Side.allCases where workspace[side].site.isSameAccount(as: site) {
            workspace[side].site.charset = charset
        }
        site.charset = charset
        workspace.charsetOffered.insert(site)
        workspace.status.show(
            charset.map { "Names on \(VisibleText.make(site.host)) are read in \($0) now." }
                ?? "Names on \(VisibleText.make(site.host)) are read in UTF-8 alone now.", .good)
        return .accepted([.keepCharset(site)])
    }
}
