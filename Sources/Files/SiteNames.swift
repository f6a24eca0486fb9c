// Names between bytes and text, as a site's charset has it.

extension Site {
    /// The charset of names that are not UTF-8, and of those that a user types. Nil where none is
    /// set, or none by that name is known: such names are then shown as Latin-1, and typed ones
    /// are sent as UTF-8.
    package var nameCharset: Charset? {
        charsetOfNames.flatMap { Charset(named: $0) }
    }

    /// The charset that paths are in, by its iconv name: in an archive its own. Nil where none is set.
    package var charsetOfNames: String? { archive == nil ? charset : archiveCharset }
}

extension VisibleText {
    /// Bytes from a stranger, whose text is UTF-8 where all of it is valid, else in `charset`; a
    /// byte that is no character in it becomes `\xe9`. Without a charset, `make(_:)`.
    package static func make(_ bytes: some Collection<UInt8>, in charset: Charset?) -> String {
        guard let charset, bytes.contains(where: { $0 >= 0x80 }) else { return make(bytes) }
        return make(charset.text(of: bytes))
    }

    /// The same, in the charset of `site`, which is looked up only where it matters.
    package static func make(_ bytes: some Collection<UInt8>, on site: Site) -> String {
        guard site.charsetOfNames != nil, bytes.contains(where: { $0 >= 0x80 }) else {
            return make(bytes)
        }
        return make(bytes, in: site.nameCharset)
    }
}

extension Name {
    /// For showing only: sanitised, in the charset of the site that the name is from.
    package func text(on site: Site) -> String { VisibleText.make(bytes, on: site) }

    /// For editing: not sanitised. `typed(_:on:)` gives the same name again wherever each of its
    /// bytes is a character.
    package func editableText(on site: Site) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return site.nameCharset?.text(of: bytes) ?? text
    }

    /// A name that a user typed, in the bytes that the site has for it; nil where it is no single
    /// path component.
    package static func typed(
        _ text: String, on site: Site
    ) throws(Charset.Unencodable) -> Name? {
        Name(try (site.nameCharset ?? .utf8).encode(text))
    }

    /// The name by which a copy from `source` to `target` goes: what is read on the one is written
    /// on the other. The same bytes where neither site has a charset, or where there are none for
    /// the text.
    package func carried(from source: Site, to target: Site) -> Name {
        guard source.charsetOfNames != target.charsetOfNames,
            bytes.contains(where: { $0 >= 0x80 })
        else { return self }
        let text = String(validating: bytes, as: UTF8.self) ?? source.nameCharset?.decode(bytes)
        guard let text, let name = try? Name.typed(text, on: target) else { return self }
        return name
    }
}

extension Path {
    /// For showing only: sanitised, in the charset of the site that the path is on.
    package func text(on site: Site) -> String { VisibleText.make(bytes, on: site) }

    /// A path that a user typed, in the bytes that the site has for it: each name that is UTF-8
    /// and not ASCII is written in the site's charset. What is no UTF-8, as after `%E9` in a URL,
    /// stays as it is.
    package func typed(on site: Site) throws(Charset.Unencodable) -> Path {
        guard let charset = site.nameCharset else { return self }
        var result: [Name] = []
        for name in components {
            if let text = String(validating: name.bytes, as: UTF8.self) {
                result.append(Name(try charset.encode(text)) ?? name)
            } else {
                result.append(name)
            }
        }
        return Path(components: result)
    }
}
