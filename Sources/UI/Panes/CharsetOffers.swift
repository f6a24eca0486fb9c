import Files
import Words

/// The sites of which the user was told that they have names in another charset: it is said once.
struct CharsetOffers: Sendable {
    private var settled: Set<Site> = []

    /// Whether a listing has such names and they are to be told of now.
    mutating func isDue(for listing: Listing) -> Bool {
        listing.foreignCount > 0 && settled.insert(listing.location.site).inserted
    }

    /// The user has chosen, and knows.
    mutating func settle(_ site: Site) {
        settled.insert(site)
    }

    /// That names are in another charset, and in which perhaps.
    static func sentence(on listing: Listing) -> String {
        let count = Format.count(listing.foreignCount, "name")
        return listing.charsetGuess.map { tr("Not in UTF-8, but probably \($0.name): \(count).") }
            ?? tr("Not in UTF-8: \(count).")
    }
}

extension InputDialog {
    /// Asks in which charset the names of the pane's site are.
    static func openCharset(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        guard !pane.isEmpty, !pane.site.isLocal else {
            return workspace.refuse(
                tr(
                    "This pane shows this machine; only servers and archives have a charset to choose."
                ))
        }
        let proposal = pane.site.charsetOfNames ?? pane.charsetGuess?.name ?? ""
        let dialog = InputDialog(
            title: tr("Charset of \(placeOfNames(pane.site))"),
            label: tr(
                "Charset of names that are not UTF-8, such as CP1252, KOI8-R, GB18030 or Big5; "
                    + "empty for UTF-8 only"),
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
                    tr(
                        "'\(VisibleText.make(name))' is not a charset for file names; `iconv -l` "
                            + "lists them."))
            }
            charset = known == .utf8 ? nil : known.name
        }
        var site = workspace.panes.focused.site
        let place = placeOfNames(site)
        let sentence =
            switch (site.archive == nil, charset) {
            case (true, let charset?): tr("Names on \(place) are now read as \(charset).")
            case (true, nil): tr("Names on \(place) are now read as UTF-8 only.")
            case (false, let charset?): tr("Names in \(place) are now read as \(charset).")
            case (false, nil): tr("Names in \(place) are now read as UTF-8 only.")
            }
        guard site.archive == nil else {
            site.archiveCharset = charset
            workspace.panes.focused.site = site
            workspace.charsetOffers.settle(site)
            workspace.status.show(sentence, .good)
            return .accepted([])
        }
        for side in Side.allCases where workspace.panes[side].site.isSameAccount(as: site) {
            workspace.panes[side].site.charset = charset
        }
        site.charset = charset
        workspace.charsetOffers.settle(site)
        workspace.status.show(sentence, .good)
        return .accepted([.keepCharset(site)])
    }

    /// Whose names they are: the server, or the archive.
    private static func placeOfNames(_ site: Site) -> String {
        site.archive?.name.map { $0.text(on: site.container) } ?? VisibleText.make(site.host)
    }
}
