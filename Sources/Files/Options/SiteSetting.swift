/// How settings files write a site's option, and which values they may give it. A protocol's target
/// lists its own; whoever reads the files is handed the lists, and knows no protocol.
package struct SiteSetting: Sendable {
    /// The key in `sites.toml`.
    package let key: String
    /// What it is about.
    package let group: SettingGroup
    /// What it does: one plain sentence.
    package let summary: String
    /// What the value may be.
    package let kind: SettingKind
    /// How the value is written.
    package let form: SiteOptions.Form
    /// What a number may be.
    package let range: ClosedRange<Int>
    /// What the value must be, to follow "must be" in a sentence; nil where the kind says all of it.
    package let requirement: String?
    /// Whether `config.toml` may say it, for all sites that say nothing of their own.
    package let isGeneral: Bool
    /// What a site must speak to say it; nil for any site.
    package let wireProtocol: Site.Scheme.WireProtocol?
    /// What a site must speak for it to be of any use; nil for any site.
    package let concern: Site.Scheme.WireProtocol?
    /// The key without which it is of no use; nil where it stands alone.
    package let companion: String?
    /// What holds where nothing is said.
    package let standard: Standard
    /// What the screen tells of a site, by what it says; nil for nothing.
    package let fact: (@Sendable (SiteOptions) -> SiteFact?)?
    private let write: @Sendable (SiteOptions.Value, inout SiteOptions) -> Bool

    /// What holds where a site says nothing under a key.
    package enum Standard: Hashable, Sendable {
        /// The same as if it said this.
        case value(SiteOptions.Value)
        /// Something that cannot be written: what, in a few words, and a value that can, to begin with.
        case unset(String, example: SiteOptions.Value)
    }

    /// The setting of an option that always has a value. `requirement` is what refuses a value that is
    /// none of the option's, or that `accepts` does not take; `companion` is the key of another
    /// setting; sites that speak something else than `only` may not say it, and to those that
    /// speak something else than `concern` it means nothing.
    package init<Value: SiteOptionWord>(
        _ option: SiteOption<Value>, _ group: SettingGroup, _ summary: String,
        kind: SettingKind? = nil, mustBe requirement: String? = nil,
        in range: ClosedRange<Int> = Int.min...Int.max, isGeneral: Bool = false,
        only wireProtocol: Site.Scheme.WireProtocol? = nil,
        concerns concern: Site.Scheme.WireProtocol? = nil, with companion: String? = nil,
        accepts: @escaping @Sendable (Value) -> Bool = { _ in true },
        fact: (@Sendable (SiteOptions) -> SiteFact?)? = nil
    ) {
        key = option.name
        self.group = group
        self.summary = summary
        self.kind = kind ?? SiteSetting.kind(of: Value.self, range)
        form = Value.form
        self.range = range
        self.requirement = requirement
        self.isGeneral = isGeneral
        self.wireProtocol = wireProtocol
        self.concern = wireProtocol ?? concern
        self.companion = companion
        standard = .value(option.standard.written)
        self.fact = fact
        write = { written, options in
            guard let value = Value(siteOption: written), accepts(value) else { return false }
            options[option] = value
            return true
        }
    }

    /// The setting of an option that has no value until a site gives it one: `unset` says in a few words
    /// what holds then.
    package init<Value: SiteOptionWord>(
        _ option: SiteOption<Value?>, _ group: SettingGroup, _ summary: String, unset: String,
        example: SiteOptions.Value, kind: SettingKind? = nil,
        mustBe requirement: String? = nil,
        in range: ClosedRange<Int> = Int.min...Int.max, isGeneral: Bool = false,
        only wireProtocol: Site.Scheme.WireProtocol? = nil,
        concerns concern: Site.Scheme.WireProtocol? = nil, with companion: String? = nil,
        accepts: @escaping @Sendable (Value) -> Bool = { _ in true },
        fact: (@Sendable (SiteOptions) -> SiteFact?)? = nil
    ) {
        key = option.name
        self.group = group
        self.summary = summary
        self.kind = kind ?? SiteSetting.kind(of: Value.self, range)
        form = Value.form
        self.range = range
        self.requirement = requirement
        self.isGeneral = isGeneral
        self.wireProtocol = wireProtocol
        self.concern = wireProtocol ?? concern
        self.companion = companion
        standard = .unset(unset, example: example)
        self.fact = fact
        write = { written, options in
            guard let value = Value(siteOption: written), accepts(value) else { return false }
            options[option] = value
            return true
        }
    }

    private static func kind<Value: SiteOptionWord>(
        of type: Value.Type, _ range: ClosedRange<Int>
    ) -> SettingKind {
        if let words = Value.words { return .choice(words) }
        return switch Value.form {
        case .flag: .boolean
        case .number: .integer(range)
        case .text: .text
        }
    }

    /// Has a site say what a file says; false where the option cannot be that.
    package func take(_ written: SiteOptions.Value, into options: inout SiteOptions) -> Bool {
        write(written, &options)
    }
}

/// Something that the screen tells of a site, by name.
package struct SiteFact: Hashable, Sendable {
    /// One short word.
    package var name: String
    /// A few words, safe to show.
    package var value: String

    /// A fact as it is shown.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
