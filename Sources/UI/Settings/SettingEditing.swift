import Files
import Settings
import Words

// How a setting is changed: by Enter alone, by a choice, or by a line that is typed.
extension SettingPlace {
    /// Changes it, or asks for its value.
    func edit(_ site: NamedSite?, _ workspace: Workspace) -> Outcome {
        switch info.kind {
        case .boolean:
            let isOn = (row.value ?? info.standardText) == "true"
            return [change(to: String(!isOn))]
        case .choice(let words):
            return .present(choice(of: words))
        case .text where target == .config && info.key == "theme":
            return .present(choice(of: workspace.options.themes))
        case .text where target == .config && info.key == "language":
            return .present(choice(of: workspace.options.languages))
        case .integer, .rate, .text, .command, .list:
            return .present(input(site, workspace))
        }
    }

    /// Puts back the default.
    func reset(_ workspace: inout Workspace) -> Outcome {
        if info.isRequired {
            return workspace.refuse(tr("'\(info.key)' has no default; a site needs one."))
        }
        guard row.line != nil else {
            return workspace.refuse(tr("'\(info.key)' already has its default."))
        }
        return [change(to: nil)]
    }

    private func choice(of words: [String]) -> ChoiceDialog {
        let current = row.value.map(info.typed)
        var letters: Set<Character> = []
        let spare = "1234567890abcdefghijklmnopqrstuvwxyz"
        let options = words.map { word in
            let letter = (word + spare).first { !letters.contains($0) } ?? " "
            letters.insert(letter)
            return ChoiceDialog.Option(
                key: letter, label: VisibleText.make(word), isCurrent: word == current,
                outcome: [change(to: info.toml(typed: word))])
        }
        return ChoiceDialog(title: info.key, lines: [info.summary], options: options)
    }

    private func input(_ site: NamedSite?, _ workspace: Workspace) -> InputDialog {
        let settings = workspace.options.siteSettings
        let check: @Sendable (String) -> String? = { text in
            refusal(of: info.toml(typed: text), site, settings)
        }
        return InputDialog(
            title: info.key,
            label: "\(info.summary) \(values)",
            field: TextField(row.value.map(info.typed) ?? "", isSelected: true), check: check
        ) { text, _ in
            if let refusal = check(text) { return .refused(refusal) }
            return .accepted([change(to: info.toml(typed: text))])
        }
    }

    /// What may be typed, and what nothing means.
    private var values: String {
        info.isRequired
            ? tr("Values: \(info.allowed). Empty: not allowed.")
            : tr("Values: \(info.allowed). Empty: the default.")
    }

    /// Why a value, in TOML, cannot be this setting's; nil where it can.
    private func refusal(
        of value: String?, _ site: NamedSite?, _ settings: [SiteSetting]
    ) -> String? {
        if value == nil, info.isRequired { return tr("'\(info.key)' cannot be empty.") }
        switch target {
        case .site: return site?.refusal(of: value, for: info.key, settings)
        case .config:
            guard let value else { return nil }
            return ConfigSetting.all(settings).first { $0.info.key == info.key }?
                .refusal(of: value, settings)
        }
    }
}
