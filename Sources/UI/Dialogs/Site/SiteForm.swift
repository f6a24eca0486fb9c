import Files
import Settings
import Words

/// What is written into the fields of a site, and the site that it makes.
struct SiteForm: Sendable {
    /// A field, by what it is of.
    enum Field: Hashable, Sendable {
        case name, url, start
        /// A key of `sites.toml`.
        case setting(String)
    }

    /// Why it cannot be saved as it is written, and which field is to be corrected.
    struct Flaw: Error {
        let sentence: String
        let field: Field
    }

    /// The settings of the protocols, and what a user is told of each key but the first ones.
    private let settings: [SiteSetting]
    let infos: [SettingInfo]
    /// How the place that the form began with is spoken to and what else it says; nil for a new one.
    private let base: NamedSite?
    /// Of the site that is changed; nil for a new one.
    let replaced: String?
    private let baseStart: String
    /// As the fields were first.
    private var first: [Field: String] = [:]
    private var fields: [Field: TextField] = [:]

    /// Keys that have fields of their own.
    private static let apart: Set<String> = ["name", "url", "user"]

    init(_ base: NamedSite?, name: String, replacing replaced: String?, _ settings: [SiteSetting]) {
        self.settings = settings
        self.base = base
        self.replaced = replaced
        let all = SiteKeys.all(settings).filter { !SiteForm.apart.contains($0.key) }
        let groups = SettingGroup.allCases.filter { $0 != .transfers } + [.transfers]
        infos = groups.flatMap { group in all.filter { $0.group == group } }
        fields[.name] = TextField(name, isSelected: replaced == nil)
        guard let base else {
            baseStart = ""
            return
        }
        let isLocal = base.site.isLocal
        fields[.url] = TextField(
            NamedSite(name: "", site: base.site, path: isLocal ? base.path : nil).url)
        baseStart = isLocal ? "" : base.path?.text(on: base.site) ?? base.below?.text ?? ""
        fields[.start] = TextField(baseStart)
        for info in infos {
            guard let text = base.value(of: info.key).map(info.typed) else { continue }
            fields[.setting(info.key)] = TextField(VisibleText.make(text))
        }
        first = fields.mapValues(\.text)
    }

    subscript(field: Field) -> TextField {
        get { fields[field] ?? TextField() }
        set { fields[field] = newValue }
    }

    // MARK: Which fields there are

    /// The scheme that is written; where none is, that of the beginning.
    private var scheme: Site.Scheme? {
        let target = try? SiteURL.parse(self[.url].text.trimmed).target
        return target?.site.scheme ?? base?.site.scheme
    }

    /// The keys that are of use to sites of the scheme, with those that say something all the same.
    var shown: [SettingInfo] {
        guard let scheme else { return [] }
        return infos.filter { $0.applies(to: scheme) }
    }

    /// The field of the key; nil where it is not shown.
    func info(of field: Field) -> SettingInfo? {
        guard case .setting(let key) = field else { return nil }
        return infos.first { $0.key == key }
    }

    /// The words that a field can have, none first; nil for a text of its own.
    func words(of field: Field) -> [String]? {
        switch info(of: field)?.kind {
        case .boolean: ["", "true", "false"]
        case .choice(let words): [""] + words
        default: nil
        }
    }

    /// Puts the next of its words into a field, or the one before.
    mutating func cycle(_ field: Field, by step: Int) {
        guard let words = words(of: field) else { return }
        let place = words.firstIndex(of: self[field].text) ?? 0
        self[field] = TextField(words[(place + step + words.count) % words.count])
    }

    // MARK: The site

    /// What is written, as a site. `others` are the sites that there are.
    func site(beside others: [SiteChoice]) throws(Flaw) -> NamedSite {
        let name = try checkedName(beside: others)
        let target = try checkedURL()
        var place = SiteOpening(target.site, target.path, below: target.below)
        try start(in: &place)
        let shown = shown
        let texts = shown.compactMap { info in
            text(of: info).map { (info: info, text: $0) }
        }
        var site: NamedSite
        let url = NamedSite(
            name: name, site: place.site, path: place.path, below: place.below
        ).url
        do throws(SiteTextError) {
            site = try NamedSite(name: name, url: url, texts, settings: settings)
        } catch {
            let field: Field =
                switch error.key {
                case "name": .name
                case "url": .url
                default: .setting(error.key)
                }
            throw Flaw(sentence: error.sentence, field: field)
        }
        // What is of no use to the scheme, and allowed, stays as it was.
        let keys = Set(shown.map(\.key))
        for setting in settings where !keys.contains(setting.key) {
            let own = setting.wireProtocol
            guard own == nil || own == site.site.scheme.wireProtocol else { continue }
            site.site.options[setting.key] = base?.site.options[setting.key]
        }
        // Its bytes may be none that can be typed.
        (site.path, site.below) = (place.path, place.below)
        return site
    }

    /// What is said under a key; nil where nothing is.
    private func text(of info: SettingInfo) -> String? {
        let field = Field.setting(info.key)
        let text = self[field].text
        if let base, text == first[field] ?? "" {
            return base.value(of: info.key).map(info.typed)
        }
        return text.trimmed.isEmpty ? nil : text
    }

    private func checkedName(beside others: [SiteChoice]) throws(Flaw) -> String {
        let name = self[.name].text.trimmed
        guard !name.isEmpty else {
            throw Flaw(sentence: tr("Type a name, such as web or work/web."), field: .name)
        }
        guard name == replaced || SiteListName.isSound(name) else {
            throw Flaw(
                sentence: tr(
                    "'\(VisibleText.make(name))' cannot be a name; type a few words, with a "
                        + "slash between folders."), field: .name)
        }
        let isTaken = others.contains {
            $0.origin == .sites && $0.name == name && name != replaced
        }
        guard !isTaken else {
            throw Flaw(
                sentence: tr(
                    "The site '\(VisibleText.make(name))' already exists; choose another "
                        + "name."), field: .name)
        }
        return name
    }

    private func checkedURL() throws(Flaw) -> SiteURL.Target {
        let text = self[.url].text.trimmed
        guard !text.isEmpty else {
            throw Flaw(sentence: tr("Type a URL, such as sftp://user@host."), field: .url)
        }
        do throws(SiteURL.Refusal) {
            let (target, password) = try SiteURL.parse(text)
            guard password == nil else {
                throw SiteURL.Refusal(
                    description: tr(
                        "A password cannot be saved in a URL; leave it out, and Ferry "
                            + "will ask for it."))
            }
            return target
        } catch {
            throw Flaw(sentence: error.description, field: .url)
        }
    }

    /// Takes in where it starts.
    private func start(in place: inout SiteOpening) throws(Flaw) {
        let typed = self[.start].text
        guard !typed.isEmpty else { return }
        guard place.site.isLocal || (place.path ?? .root).isRoot, place.below == nil,
            !(place.site.isLocal && place.path != nil)
        else {
            throw Flaw(
                sentence: tr(
                    "The URL already contains a path; type it in one of the two fields only."),
                field: .start)
        }
        if let base, typed == baseStart {
            // Its bytes may be none that can be typed.
            (place.path, place.below) = (base.path, base.below)
        } else {
            do throws(Charset.Unencodable) {
                var charset = place.site
                charset.charset = base?.site.charset
                if typed.hasPrefix("/") {
                    place.path = try Path(typed).typed(on: charset)
                } else {
                    place.path = nil
                    place.below = try RelativePath(Array(typed.utf8))?.typed(on: charset)
                }
            } catch {
                throw Flaw(sentence: error.description, field: .start)
            }
        }
        // Elsewhere it would be read as a path from the root.
        guard place.below == nil || place.site.scheme == .sftp else {
            throw Flaw(
                sentence: tr("Type a path that begins with a slash, such as /www."), field: .start)
        }
    }
}
