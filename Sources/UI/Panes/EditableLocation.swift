import Files
import Words

/// A place as a line that the user can edit, and back.
enum EditableLocation {
    /// What a typed line names.
    struct Place: Hashable, Sendable {
        var site: Site
        /// Nil: where the login puts the user.
        var path: Path?
        /// What is named from there.
        var below: RelativePath?
        /// Whether the line ended in `/`.
        var isDirectory: Bool
        var password: Secret?

        func hash(into hasher: inout Hasher) {
            hasher.combine(site)
            hasher.combine(path)
            hasher.combine(below)
        }
    }

    /// `~/dir/`, `/dir/`, `ftp://user@host/dir/`; reads back as the same place wherever the path
    /// is valid UTF-8 without controls.
    static func text(of directory: Location, home: Path?) -> String {
        if let archive = directory.site.archive {
            let path = Path(components: archive.components + directory.path.components)
            return text(of: Location(site: directory.site.container, path: path), home: home)
        }
        let path = directory.path
        if directory.site.isLocal {
            if let home, !home.isRoot, let below = path.components(below: home) {
                return below.isEmpty ? "~/" : "~" + Path(components: below).text + "/"
            }
            return path.isRoot ? "/" : path.text + "/"
        }
        let text = (path.isRoot ? "/" : path.text(on: directory.site) + "/")
            .split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
        return directory.site.text + urlPath(text, on: directory.site)
    }

    /// As a URL's path: one that begins with a tilde would be a home directory of SFTP's.
    static func urlPath(_ text: String, on site: Site) -> String {
        site.scheme == .sftp && text.hasPrefix("/~") ? "/%7E" + text.dropFirst(2) : text
    }

    /// Reads a URL, a path of `base`'s site, or one that starts with `~`. `adopt` gives the site of
    /// a URL what is known of it.
    static func parse(
        _ text: String, from base: Location, home: Path?, _ adopt: (Site) -> Site = { $0 }
    ) throws(SiteURL.Refusal) -> Place {
        guard let archive = base.site.archive else {
            return try parseOutside(text, from: base, home: home, adopt)
        }
        // An archive is a directory of its site as far as lines go.
        let outside = Location(
            site: base.site.container,
            path: Path(components: archive.components + base.path.components))
        var place = try parseOutside(text, from: outside, home: home, adopt)
        guard place.site.isSameAccount(as: base.site), let path = place.path,
            let inside = path.components(below: archive)
        else { return place }
        place.site = base.site
        place.path = Path(components: inside)
        return place
    }

    private static func parseOutside(
        _ text: String, from base: Location, home: Path?, _ adopt: (Site) -> Site
    ) throws(SiteURL.Refusal) -> Place {
        if SiteURL.looksLikeURL(text) {
            var (target, password) = try SiteURL.parse(text)
            target.site = adopt(target.site)
            do {
                target = try target.typed()
            } catch {
                throw SiteURL.Refusal(description: error.description)
            }
            return Place(
                site: target.site, path: target.path, below: target.below,
                isDirectory: text.hasSuffix("/"), password: password)
        }
        guard !text.isEmpty else {
            throw SiteURL.Refusal(description: tr("Type a path, or a URL such as ftp://host/dir."))
        }
        guard !text.utf8.contains(0) else {
            throw SiteURL.Refusal(description: tr("A path cannot contain a NUL character."))
        }
        let isDirectory = text.hasSuffix("/") || text == "~" || text == "." || text.hasSuffix("..")
        if text == "~" || text.hasPrefix("~/") {
            guard base.site.isLocal else {
                return Place(
                    site: base.site, path: nil,
                    below: RelativePath(try bytes(of: text, on: base.site)),
                    isDirectory: isDirectory)
            }
            let below = Path(String(text.dropFirst(1)))
            let path = Path(components: (home ?? .root).components + below.components)
            return Place(site: .local, path: path, isDirectory: isDirectory)
        }
        if text.hasPrefix("/") {
            return Place(
                site: base.site, path: Path(try bytes(of: text, on: base.site)),
                isDirectory: isDirectory)
        }
        let path = Path(base.path.bytes + [0x2F] + (try bytes(of: text, on: base.site)))
        return Place(site: base.site, path: path, isDirectory: isDirectory)
    }

    /// A typed path as the site writes it.
    private static func bytes(
        of text: String, on site: Site
    ) throws(SiteURL.Refusal) -> [UInt8] {
        do {
            return try (site.nameCharset ?? .utf8).encode(text)
        } catch {
            throw SiteURL.Refusal(description: error.description)
        }
    }

    /// A file of this machine that a line names, and what is to be done with it; or why it names
    /// none.
    static func file(
        _ text: String, from base: Path, home: Path?, _ body: (Path) -> Outcome
    ) -> InputDialog.Submission {
        do throws(SiteURL.Refusal) {
            let place = try parse(text, from: Location(site: .local, path: base), home: home)
            guard place.site.isLocal, let path = place.path, !place.isDirectory else {
                return .refused(tr("Type the name of a file on this machine."))
            }
            return .accepted(body(path))
        } catch {
            return .refused(error.description)
        }
    }
}
