import Files
import Terminal
import Words

/// A theme's file as it is written: colours still by name, roles still without what they inherit.
struct ThemeFile {
    /// A colour as it is named, and where.
    struct ColourName {
        var text: String
        var path: [String]
    }

    /// What a file says of one role; what it does not say is nil.
    struct Change {
        var foreground: ColourName?
        var background: ColourName?
        var attributes: [Style.Attributes: Bool] = [:]
    }

    let document: SettingsDocument
    let name: String
    let inherits: String?
    private(set) var palette: [String: Colour] = [:]
    private(set) var changes: [Role: Change] = [:]

    private static let roleKeys = ["fg", "bg"] + Style.Attributes.words.map(\.0)

    init(_ text: String, name: String, file: String) throws(SettingsError) {
        var flaws: [SettingsError] = []
        try self.init(text, name: name, file: file, flaws: &flaws)
        if let first = flaws.first { throw first }
    }

    /// Takes what can be read, and what is wrong with the rest; throws where it is no theme at all.
    init(
        _ text: String, name: String, file: String, flaws: inout [SettingsError]
    ) throws(SettingsError) {
        document = try SettingsDocument(text, file: file)
        let section = document.section
        flaws += section.unknownKeys(otherThan: ["name", "inherits", "palette", "roles"])
        self.name = try section.string("name") ?? name
        inherits = try section.string("inherits")
        if let colours = try section.section("palette") { readPalette(colours, &flaws) }
        if let roles = try section.section("roles") { readRoles(roles, prefix: "", &flaws) }
    }

    private mutating func readPalette(
        _ section: SettingsSection, _ flaws: inout [SettingsError]
    ) {
        let reserved = ["on"] + Style.Attributes.words.map(\.0)
        for key in section.keys {
            do throws(SettingsError) {
                guard !reserved.contains(key), !key.contains(" "), !key.isEmpty else {
                    throw section.error(
                        key,
                        tr(
                            "A colour cannot be called '\(VisibleText.make(key))'; choose another name."
                        )
                    )
                }
                palette[key] = try ThemeFile.colour(key, in: section)
            } catch {
                flaws.append(error)
            }
        }
    }

    /// One colour, or a list of one and an ANSI colour for terminals with 16 colours or fewer.
    private static func colour(
        _ key: String, in section: SettingsSection
    ) throws(SettingsError) -> Colour {
        /// `found` is what stands there, in quotes where it is a text.
        func refusal(found: String) -> SettingsError {
            section.error(
                key,
                tr(
                    "'\(VisibleText.make(key))' must be a colour: \"#rrggbb\", an ANSI name such as"
                        + " \"bright-blue\", or a number from 0 to 255, but is \(found)."))
        }
        switch section.values[key] {
        case .string(let text):
            if let colour = Colour(parsing: text) { return colour }
            throw refusal(found: "\"\(VisibleText.make(text))\"")
        case .integer(let number):
            if let index = UInt8(exactly: number) { return .indexed(index) }
            throw refusal(found: String(number))
        case .array(let pair):
            guard pair.count == 2, case .string(let first) = pair[0],
                case .string(let second) = pair[1],
                case .rgb(let red, let green, let blue, _) = Colour(parsing: first),
                case .indexed(let fallback) = Colour(parsing: second), fallback < 16
            else {
                throw section.error(
                    key,
                    tr(
                        "'\(VisibleText.make(key))' must be [\"#rrggbb\", \"ANSI name\"]: the colour, "
                            + "and its substitute on terminals with few colours."))
            }
            return .rgb(red, green, blue, fallback: fallback)
        default:
            throw section.error(
                key,
                tr(
                    "'\(VisibleText.make(key))' must be a colour: \"#rrggbb\", an ANSI name such as"
                        + " \"bright-blue\", or a number from 0 to 255."))
        }
    }

    /// Roles' names have dots, which TOML reads as tables within tables where they are not quoted;
    /// both ways mean the same here.
    private mutating func readRoles(
        _ section: SettingsSection, prefix: String, _ flaws: inout [SettingsError]
    ) {
        for key in section.keys where prefix.isEmpty || !ThemeFile.roleKeys.contains(key) {
            do throws(SettingsError) {
                try readRole(key, section, prefix: prefix, &flaws)
            } catch {
                flaws.append(error)
            }
        }
    }

    private mutating func readRole(
        _ key: String, _ section: SettingsSection, prefix: String, _ flaws: inout [SettingsError]
    ) throws(SettingsError) {
        let roleName = prefix + key
        if case .table? = section.values[key], let inner = try section.section(key) {
            let isRole = inner.values.keys.contains { ThemeFile.roleKeys.contains($0) }
            if isRole || Role(rawValue: roleName) != nil {
                changes[try role(roleName, key, section)] = try ThemeFile.change(inner)
            }
            readRoles(inner, prefix: roleName + ".", &flaws)
        } else if case .string(let text)? = section.values[key],
            prefix.isEmpty || Role(rawValue: roleName) != nil
        {
            let role = try role(roleName, key, section)
            changes[role] = try ThemeFile.change(text, key, section)
        } else if prefix.isEmpty || Role(rawValue: roleName) != nil {
            _ = try role(roleName, key, section)
            throw section.error(
                key,
                tr("'\(roleName)' must be \"COLOUR on COLOUR\" or { fg = …, bg = …, bold = true }.")
            )
        } else {
            let parts = Role.allCases.map(\.rawValue).filter { $0.hasPrefix(prefix) }
                .map { String($0.dropFirst(prefix.count)) }
            throw section.error(
                key,
                Spelling.unknown(.roleSetting, key, known: ThemeFile.roleKeys + parts))
        }
    }

    private func role(
        _ name: String, _ key: String, _ section: SettingsSection
    ) throws(SettingsError) -> Role {
        if let role = Role(rawValue: name) { return role }
        throw section.error(
            key, Spelling.unknown(.role, name, known: Role.allCases.map(\.rawValue)))
    }

    private static func change(_ section: SettingsSection) throws(SettingsError) -> Change {
        var change = Change()
        change.foreground = try colourName("fg", section)
        change.background = try colourName("bg", section)
        for (word, attribute) in Style.Attributes.words {
            if let isSet = try section.boolean(word) { change.attributes[attribute] = isSet }
        }
        return change
    }

    private static func colourName(
        _ key: String, _ section: SettingsSection
    ) throws(SettingsError) -> ColourName? {
        if case .integer(let number)? = section.values[key] {
            return ColourName(text: String(number), path: section.path + [key])
        }
        return try section.string(key).map { ColourName(text: $0, path: section.path + [key]) }
    }

    /// `bold accent on base`: attributes and a colour, then `on` and a colour; each may be left out.
    private static func change(
        _ text: String, _ key: String, _ section: SettingsSection
    ) throws(SettingsError) -> Change {
        var change = Change()
        var isBackground = false
        for word in text.split(separator: " ") {
            let path = section.path + [key]
            if let attribute = Style.Attributes.words.first(where: { $0.0 == word })?.1 {
                change.attributes[attribute] = true
            } else if word == "on", !isBackground {
                isBackground = true
            } else if isBackground, change.background == nil {
                change.background = ColourName(text: String(word), path: path)
            } else if !isBackground, change.foreground == nil {
                change.foreground = ColourName(text: String(word), path: path)
            } else {
                throw section.error(
                    key,
                    tr(
                        "\"\(VisibleText.make(text))\" must have the form \"bold COLOUR on COLOUR\"."
                    ))
            }
        }
        if isBackground, change.background == nil {
            throw section.error(key, tr("A colour must follow 'on'."))
        }
        return change
    }
}
