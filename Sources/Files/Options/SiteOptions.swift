/// What a site says under the keys of its protocol. Nearly always nothing, and then it is as cheap to
/// copy and to compare as an empty list: sites are, for every file.
package struct SiteOptions: Hashable, Sendable {
    /// A value as settings files and the queue's store can hold it.
    package enum Value: Hashable, Sendable {
        /// `true` or `false`.
        case flag(Bool)
        /// A whole number.
        case number(Int)
        /// Anything else, in quotes.
        case text(String)
    }

    /// Which kind of value stands under a key.
    package enum Form: Hashable, Sendable {
        /// As `Value`'s cases.
        case flag, number, text
    }

    private var values: [String: Value] = [:]

    /// Nothing is said.
    package init() {}

    /// What is said under a name, whoever knows what it means; nil where nothing is.
    package subscript(name: String) -> Value? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// What is said under a protocol's key, or what holds where nothing is. Saying that is saying
    /// nothing, so that it makes no site another.
    package subscript<Said>(_ option: SiteOption<Said>) -> Said {
        get {
            // No key is hashed for nothing.
            if values.isEmpty { return option.standard }
            return values[option.name].flatMap { Said(siteOption: $0) } ?? option.standard
        }
        set { values[option.name] = newValue == option.standard ? nil : newValue.siteOption }
    }

    /// Lays what others say over what is said here.
    package mutating func lay(_ others: SiteOptions) {
        values.merge(others.values) { _, other in other }
    }

    /// Takes from others what is not said here.
    package mutating func fill(from others: SiteOptions) {
        values.merge(others.values) { own, _ in own }
    }
}

extension SiteOptions: Codable {
    package init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Value].self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}

extension SiteOptions.Value: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
