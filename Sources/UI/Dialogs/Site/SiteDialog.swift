import Files
import Settings
import Terminal

/// Saves a place under a name, or changes a site that has one: all that `sites.toml` says of it.
struct SiteDialog: FormDialog {
    enum Focus: Hashable, Sendable {
        case field(SiteForm.Field)
        case save, cancel
    }

    /// What becomes of it.
    private enum Progress: Sendable {
        /// Nothing was changed yet.
        case fresh
        /// What is wrong is said as it is typed.
        case changed
        /// Why it was not saved, until something is changed.
        case refused(String)
        /// It is being written.
        case saving(String)
        /// It is in the file.
        case saved
    }

    private(set) var form: SiteForm
    var focus = Focus.field(.name)
    private var progress = Progress.fresh

    /// A new site; nil where nothing is known of it yet.
    init(saving base: NamedSite?, as name: String, _ settings: [SiteSetting]) {
        form = SiteForm(base, name: name, replacing: nil, settings)
    }

    /// Changes a site of the user's own.
    init(editing choice: SiteChoice, _ settings: [SiteSetting]) {
        form = SiteForm(
            choice.named, name: choice.name, replacing: choice.name, settings)
    }

    /// The fields, from top to bottom.
    var fields: [SiteForm.Field] {
        [.name, .url, .start] + form.shown.map { .setting($0.key) }
    }

    var focuses: [Focus] { fields.map { .field($0) } + [.save, .cancel] }

    // MARK: Input

    mutating func takeInFocus(_ key: Key) -> DialogReply {
        switch (focus, key.code) {
        case (.field(let field), _): change(field, key)
        case (.save, .right): focus = .cancel
        case (.cancel, .left): focus = .save
        case (.save, _), (.cancel, _): break
        }
        return .stays
    }

    private mutating func change(_ field: SiteForm.Field, _ key: Key) {
        guard form.words(of: field) != nil else {
            if form[field].handle(key) { noteChange() }
            return
        }
        switch key.code {
        case .left: form.cycle(field, by: -1)
        case .right, .character(" "): form.cycle(field, by: 1)
        case .backspace, .delete: form[field] = TextField()
        default: return
        }
        noteChange()
    }

    /// What is being written is not called back: its answer is waited for.
    private mutating func noteChange() {
        if case .saving = progress { return }
        progress = .changed
    }

    mutating func paste(_ text: String) {
        guard case .field(let field) = focus, form.words(of: field) == nil else { return }
        form[field].insert(text)
        noteChange()
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        focus = isFirstButton ? .save : .cancel
        return take(Key(.enter), &workspace)
    }

    mutating func press(field number: Int, _ workspace: inout Workspace) -> DialogReply {
        let shown = SiteFormView(self, workspace).shownFields
        guard shown.indices.contains(number) else { return .stays }
        if focus == .field(shown[number]) {
            form.cycle(shown[number], by: 1)
            if form.words(of: shown[number]) != nil { noteChange() }
        }
        focus = .field(shown[number])
        return .stays
    }

    mutating func turn(by rows: Int) {
        let focuses = focuses
        let place = focuses.firstIndex(of: focus) ?? 0
        focus = focuses[max(0, min(focuses.count - 1, place + rows))]
    }

    mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        if case .saving = progress { return .stays }
        do throws(SiteForm.Flaw) {
            let site = try form.site(beside: workspace.sites)
            progress = .saving(site.name)
            return .goesOn([.saveSite(SiteChange(site, replacing: form.replaced))])
        } catch {
            progress = .refused(error.sentence)
            focus = .field(error.field)
            return .stays
        }
    }

    // MARK: Answers

    mutating func take(_ message: Message) {
        guard case .saving(let name) = progress else { return }
        switch message {
        case .siteSaved(name): progress = .saved
        case .siteRefused(let sentence): progress = .refused(sentence)
        default: break
        }
    }

    func isOver(in workspace: Workspace) -> Bool {
        if case .saved = progress { true } else { false }
    }

    /// Why it cannot be saved, where that is to be said now.
    func refusal(in workspace: Workspace) -> String? {
        switch progress {
        case .fresh, .saving, .saved: return nil
        case .refused(let sentence): return sentence
        case .changed:
            do throws(SiteForm.Flaw) {
                _ = try form.site(beside: workspace.sites)
                return nil
            } catch {
                // What nobody has written anything into is not wrong yet.
                return form[error.field].text.isEmpty ? nil : error.sentence
            }
        }
    }

    var isSaving: Bool {
        if case .saving = progress { true } else { false }
    }

    func box(in workspace: Workspace) -> DialogBox { SiteFormView(self, workspace).box }
}

extension SiteChoice {
    /// All that the sites file says of it.
    var named: NamedSite {
        NamedSite(
            name: name, site: site, path: path, below: below, passwordCommand: passwordCommand,
            comment: comment)
    }
}
