/// How settings files write a site's option, and which values they may give it. A protocol's target
/// lists its own; whoever reads the files is handed the lists, and knows no protocol.
package struct SiteSetting: Sendable {
    /// The key in `sites.toml`.
    package let key: String
    /// How the value is written.
    package let form: SiteOptions.Form
    /// What a number may be.
    package let range: ClosedRange<Int>
    /// What the value must be, to follow "must be" in a sentence.
    package let requirement: String
    /// Whether `config.toml` may say it, for all sites that say nothing of their own.
    package let isGeneral: Bool
    /// What a site must speak to say it; nil for any site.
    package let wireProtocol: Site.Scheme.WireProtocol?
    /// The key without which it is of no use; nil where it stands alone.
    package let companion: String?
    /// What the screen tells of a site, by what it says; nil for nothing.
    package let fact: (@Sendable (SiteOptions) -> SiteFact?)?
    private let write: @Sendable (SiteOptions.Value, inout SiteOptions) -> Bool

    /// The setting of an option. `requirement` is what refuses a value that is none of the option's,
    /// or that `accepts` does not take; `companion` is the key of another setting.
    package init<Value>(
        _ option: SiteOption<Value>, mustBe requirement: String = "another value",
        in range: ClosedRange<Int> = Int.min...Int.max, isGeneral: Bool = false,
        only wireProtocol: Site.Scheme.WireProtocol? = nil, with companion: String? = nil,
        accepts: @escaping @Sendable (Value) -> Bool = { _ in true },
        fact: (@Sendable (SiteOptions) -> SiteFact?)? = nil
    ) {
        key = option.name
        form = Value.form
        self.range = range
        self.requirement = requirement
        self.isGeneral = isGeneral
        self.wireProtocol = wireProtocol
        self.companion = companion
        self.fact = fact
        write = { written, options in
            guard let value = Value(siteOption: written), accepts(value) else { return false }
            options[option] = value
            return true
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
