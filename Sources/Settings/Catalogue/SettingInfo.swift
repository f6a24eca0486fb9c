package import Files
import Words

/// What a user is told of a key in `config.toml`, or of a site in `sites.toml`.
package struct SettingInfo: Hashable, Sendable {
    /// What holds where a file says nothing under the key.
    package enum Standard: Hashable, Sendable {
        /// The same as if it said this, in TOML.
        case value(String)
        /// Something that cannot be written: what, in a few words, and a value that can, in TOML.
        case unset(String, example: String)
        /// The key cannot be left out; a value, in TOML.
        case required(example: String)
    }

    /// As files have it.
    package let key: String
    /// What it is about.
    package let group: SettingGroup
    /// What it does: one plain sentence.
    package let summary: String
    /// What may be written.
    package let kind: SettingKind
    /// What holds where nothing is written.
    package let standard: Standard
    /// What the value must be, where the kind does not say all of it.
    package let requirement: String?
    /// The key without which it is of no use; nil where it stands alone.
    package let companion: String?
    /// What sites speak that it is of any use to; nil for all.
    let wireProtocols: Set<Site.Scheme.WireProtocol>?

    init(
        _ key: String, _ group: SettingGroup, _ summary: String, kind: SettingKind,
        _ standard: Standard, requirement: String? = nil, companion: String? = nil,
        wireProtocols: Set<Site.Scheme.WireProtocol>? = nil
    ) {
        self.key = key
        self.group = group
        self.summary = summary
        self.kind = kind
        self.standard = standard
        self.requirement = requirement
        self.companion = companion
        self.wireProtocols = wireProtocols
    }

    /// Whether it is of any use to sites of this scheme.
    package func applies(to scheme: Site.Scheme) -> Bool {
        wireProtocols?.contains(scheme.wireProtocol) ?? true
    }

    /// The schemes whose sites it is of any use to.
    package var schemes: [Site.Scheme] { Site.Scheme.allCases.filter(applies) }

    /// What may be written, in a few words.
    package var allowed: String { requirement ?? kind.words }

    /// What holds where nothing is written, in TOML or in words.
    package var standardText: String {
        switch standard {
        case .value(let text): text
        case .unset(let words, _): words
        case .required: tr("none")
        }
    }

    /// A value that the key can have, in TOML: the one that holds anyhow, if it can be written.
    package var exampleText: String {
        switch standard {
        case .value(let text), .unset(_, let text), .required(let text): text
        }
    }
}

extension SiteSetting {
    /// What a user is told of it.
    package var info: SettingInfo {
        let standard: SettingInfo.Standard =
            switch self.standard {
            case .value(let value): .value(value.toml)
            case .unset(let words, let example): .unset(words, example: example.toml)
            }
        return SettingInfo(
            key, group, summary, kind: kind, standard,
            requirement: kind == .text ? requirement : nil,
            companion: companion, wireProtocols: concern.map { [$0] })
    }
}

extension SiteOptions.Value {
    /// As TOML has it.
    package var toml: String {
        switch self {
        case .flag(let flag): String(flag)
        case .number(let number): String(number)
        case .text(let text): SitesFile.quoted(text)
        }
    }
}
