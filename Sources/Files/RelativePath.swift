/// A path as it is written without a slash in front: from the directory after a login, which only
/// the server knows. Where its first part is `~`, that is this directory; `~user` is another's, where
/// servers tell of these.
package struct RelativePath: Hashable, Sendable {
    /// As the site has it, with `/` between names; `..` goes up.
    package var bytes: [UInt8]

    /// Nil where nothing is named: that is the directory itself.
    package init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return nil }
        self.bytes = bytes
    }

    /// The whole path, never above the root.
    package func path(from home: Path) -> Path {
        Path(home.bytes + [0x2F] + (user?.isEmpty ?? false ? rest : bytes[...]))
    }

    /// From the home directory of the user whom it names.
    func path(fromHomeOfUser home: Path) -> Path { Path(home.bytes + [0x2F] + rest) }

    /// What stands behind a tilde at its beginning, empty for the login's own user; nil where none does.
    package var user: [UInt8]? {
        bytes.first == 0x7E ? Array(bytes[1..<bytes.count - rest.count]) : nil
    }

    /// Whether it names nothing but the home directory of a user, as `site` has these.
    package func namesHome(on site: Site) -> Bool {
        // Only ssh's servers tell of other users; elsewhere the name is a file's.
        guard let user, user.isEmpty || site.scheme == .sftp else { return false }
        return rest.split(separator: 0x2F).allSatisfy { $0 == [0x2E] }
    }

    /// What follows its first part, with the slash.
    private var rest: ArraySlice<UInt8> { bytes[(bytes.firstIndex(of: 0x2F) ?? bytes.endIndex)...] }

    /// What a user typed, in the bytes that the site has for it: see `Path.typed(on:)`.
    package func typed(on site: Site) throws(Charset.Unencodable) -> RelativePath {
        guard let charset = site.nameCharset else { return self }
        var parts: [[UInt8]] = []
        for part in bytes.split(separator: 0x2F, omittingEmptySubsequences: false) {
            let text = String(validating: part, as: UTF8.self)
            parts.append(
                try text.map { text throws(Charset.Unencodable) in try charset.encode(text) }
                    ?? Array(part))
        }
        return RelativePath(Array(parts.joined(separator: [0x2F]))) ?? self
    }

    /// For showing only: sanitised.
    package var text: String { VisibleText.make(bytes) }
}
