import Files
import Settings
import Terminal

/// Gives a place a name, or changes the name and the URL of a site that has one.
struct SiteDialog: FormDialog {
    enum Focus: CaseIterable, Sendable {
        case name, url, start, save, cancel
    }

    /// Of the site that is changed; nil for a new one.
    private let replaced: String?
    /// How the place that the dialog began with is spoken to, and where it started.
    private let base: SiteOpening?
    private let baseStart: String
    var name: TextField
    var url: TextField
    var start: TextField
    var focus = Focus.name
    private(set) var refusal: String?

    var focuses: [Focus] { Focus.allCases }

    /// A new site; nil where nothing is known of it yet.
    init(saving place: SiteOpening?, as name: String) {
        self.init(place, name: name, replacing: nil)
    }

    /// Another name or URL for a site of the user's own.
    init(editing choice: SiteChoice) {
        self.init(
            SiteOpening(choice.site, choice.path, below: choice.below), name: choice.name,
            replacing: choice.name)
    }

    private init(_ place: SiteOpening?, name: String, replacing replaced: String?) {
        self.replaced = replaced
        base = place
        self.name = TextField(name, isSelected: replaced == nil)
        guard let place else {
            (baseStart, url, start) = ("", TextField(), TextField())
            return
        }
        let isLocal = place.site.isLocal
        url = TextField(
            NamedSite(name: "", site: place.site, path: isLocal ? place.path : nil).url)
        baseStart = isLocal ? "" : place.path?.text(on: place.site) ?? place.below?.text ?? ""
        start = TextField(baseStart)
    }

    // MARK: Input

    mutating func takeInFocus(_ key: Key) -> DialogReply {
        switch (focus, key.code) {
        case (.name, _): if name.handle(key) { refusal = nil }
        case (.url, _): if url.handle(key) { refusal = nil }
        case (.start, _): if start.handle(key) { refusal = nil }
        case (.save, .right): focus = .cancel
        case (.cancel, .left): focus = .save
        case (.save, _), (.cancel, _): break
        }
        return .stays
    }

    mutating func paste(_ text: String) {
        switch focus {
        case .name: name.insert(text)
        case .url: url.insert(text)
        case .start: start.insert(text)
        case .save, .cancel: return
        }
        refusal = nil
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        focus = isFirstButton ? .save : .cancel
        return take(Key(.enter), &workspace)
    }

    mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        do throws(Flaw) {
            let site = try checked(workspace)
            return .closes([.saveSite(SiteChange(site, replacing: replaced))])
        } catch {
            refusal = error.sentence
            focus = error.focus
            return .stays
        }
    }

    // MARK: Checks

    /// Why it cannot be saved as it is written, and which field is to be corrected.
    private struct Flaw: Error {
        let sentence: String
        let focus: Focus
    }

    private func checked(_ workspace: Workspace) throws(Flaw) -> NamedSite {
        let name = try checkedName(workspace)
        let target = try checkedURL()
        var place = SiteOpening(target.site, target.path, below: target.below)
        if var site = base?.site, site.isSameAccount(as: target.site) {
            site[SiteURL.query] = target.site[SiteURL.query]
            place.site = site
        }
        let typed = start.text
        guard !typed.isEmpty else {
            return NamedSite(
                name: name, site: place.site, path: place.path, below: place.below)
        }
        guard place.site.isLocal || (place.path ?? .root).isRoot, place.below == nil,
            !(place.site.isLocal && place.path != nil)
        else {
            throw Flaw(
                sentence: "The URL already contains a path; type it in one of the two fields only.",
                focus: .start)
        }
        if let base, typed == baseStart {
            // Its bytes may be none that can be typed.
            (place.path, place.below) = (base.path, base.below)
        } else {
            try read(typed, into: &place)
        }
        // Elsewhere it would be read as a path from the root.
        guard place.below == nil || place.site.scheme == .sftp else {
            throw Flaw(
                sentence: "Type a path that begins with a slash, such as /www.", focus: .start)
        }
        return NamedSite(name: name, site: place.site, path: place.path, below: place.below)
    }

    private func checkedName(_ workspace: Workspace) throws(Flaw) -> String {
        let name = self.name.text.trimmed
        guard !name.isEmpty else {
            throw Flaw(sentence: "Type a name, such as web or work/web.", focus: .name)
        }
        guard name == replaced || SiteListName.isSound(name) else {
            throw Flaw(
                sentence: "'\(VisibleText.make(name))' cannot be a name; type a few words, with "
                    + "slashes between folders.", focus: .name)
        }
        let isTaken = workspace.sites.contains {
            $0.origin == .sites && $0.name == name && name != replaced
        }
        guard !isTaken else {
            throw Flaw(
                sentence: "The site '\(VisibleText.make(name))' already exists; choose another "
                    + "name.", focus: .name)
        }
        return name
    }

    private func checkedURL() throws(Flaw) -> SiteURL.Target {
        let text = url.text.trimmed
        guard !text.isEmpty else {
            throw Flaw(sentence: "Type a URL, such as sftp://user@host.", focus: .url)
        }
        do throws(SiteURL.Refusal) {
            let (target, password) = try SiteURL.parse(text)
            guard password == nil else {
                throw SiteURL.Refusal(
                    description: "A URL cannot be saved with a password; leave it out, and Ferry "
                        + "will ask for it.")
            }
            return target
        } catch {
            throw Flaw(sentence: error.description, focus: .url)
        }
    }

    private func read(_ typed: String, into place: inout SiteOpening) throws(Flaw) {
        do throws(Charset.Unencodable) {
            if typed.hasPrefix("/") {
                place.path = try Path(typed).typed(on: place.site)
                return
            }
            place.path = nil
            place.below = try RelativePath(Array(typed.utf8))?.typed(on: place.site)
        } catch {
            throw Flaw(sentence: error.description, focus: .start)
        }
    }

    // MARK: Drawing

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        func field(_ label: String, _ field: TextField, _ focus: Focus) -> DialogLine {
            .labelled(TextFit.left(label, 10), field, isFocused: self.focus == focus)
        }
        var lines: [DialogLine] = [
            field("Name", name, .name), field("URL", url, .url),
            field("Start in", start, .start),
        ]
        if let refusal {
            lines += DialogLine.refusal(refusal, columns: wide)
        } else {
            lines.append(
                .text(
                    TextFit.cut("A slash in the name makes a folder, as in work/web.", to: wide),
                    .dialog))
        }
        lines.append(.buttons([("Save", focus == .save), ("Cancel", focus == .cancel)]))
        return DialogBox(
            title: replaced == nil ? "Save as a site" : "Edit the site", width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }
}
