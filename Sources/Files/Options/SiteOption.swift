/// A key under which sites of one protocol say something that others do not, and what kind of value
/// stands there. A protocol's target declares its own: `site[FTPOptions.isActive]`.
package struct SiteOption<Value: SiteOptionConvertible>: Sendable {
    /// As settings files and the queue's store have it.
    package let name: String
    /// What holds where a site says nothing.
    package let standard: Value

    /// A key whose value is `standard` until a site says something else.
    package init(_ name: String, standard: Value) {
        self.name = name
        self.standard = standard
    }

    /// A key under which nothing stands until a site says something.
    package init<Said>(_ name: String) where Value == Said? {
        self.init(name, standard: nil)
    }
}

/// What can stand under a site's key, or be missing there.
package protocol SiteOptionConvertible: Hashable, Sendable {
    /// How settings files write it.
    static var form: SiteOptions.Form { get }
    /// Nil for what is no such value.
    init?(siteOption: SiteOptions.Value)
    /// As it is kept; nil where nothing is said.
    var siteOption: SiteOptions.Value? { get }
}

/// What can stand under a site's key.
package protocol SiteOptionWord: SiteOptionConvertible {
    /// All that there are, where these are a few words; nil else.
    static var words: [String]? { get }
    /// As it is kept.
    var written: SiteOptions.Value { get }
}

extension SiteOptionWord {
    package static var words: [String]? { nil }

    package var siteOption: SiteOptions.Value? { written }
}

extension Bool: SiteOptionWord {
    package static let form = SiteOptions.Form.flag

    package init?(siteOption value: SiteOptions.Value) {
        guard case .flag(let flag) = value else { return nil }
        self = flag
    }

    package var written: SiteOptions.Value { .flag(self) }
}

extension Int: SiteOptionWord {
    package static let form = SiteOptions.Form.number

    package init?(siteOption value: SiteOptions.Value) {
        guard case .number(let number) = value else { return nil }
        self = number
    }

    package var written: SiteOptions.Value { .number(self) }
}

extension String: SiteOptionWord {
    package static let form = SiteOptions.Form.text

    package init?(siteOption value: SiteOptions.Value) {
        guard case .text(let text) = value else { return nil }
        self = text
    }

    package var written: SiteOptions.Value { .text(self) }
}

extension Optional: SiteOptionConvertible where Wrapped: SiteOptionConvertible {
    package static var form: SiteOptions.Form { Wrapped.form }

    package init?(siteOption value: SiteOptions.Value) {
        guard let wrapped = Wrapped(siteOption: value) else { return nil }
        self = .some(wrapped)
    }

    package var siteOption: SiteOptions.Value? { flatMap(\.siteOption) }
}

/// One of a few words.
extension SiteOptionWord where Self: RawRepresentable<String> & CaseIterable {
    package static var words: [String]? { allCases.map(\.rawValue) }

    package static var form: SiteOptions.Form { .text }

    package init?(siteOption value: SiteOptions.Value) {
        guard case .text(let word) = value else { return nil }
        self.init(rawValue: word)
    }

    package var written: SiteOptions.Value { .text(rawValue) }
}
