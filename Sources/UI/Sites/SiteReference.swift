import Files
import Words

/// `host:path` as a user types it: a saved site by its name, or a host that ssh's config names.
struct SiteReference: Hashable {
    let site: Site
    /// Nil is the directory after the login.
    let path: Path?
    /// From that directory.
    let below: RelativePath?

    /// Nil where none of the choices has that name; one in a folder has it in its name. Throws where
    /// the path has no bytes in the site's charset, or cannot be sent.
    init?(_ text: String, among choices: [SiteChoice]) throws(SiteURL.Refusal) {
        guard !SiteURL.looksLikeURL(text), let colon = text.utf8.firstIndex(of: 0x3A) else {
            return nil
        }
        let name = text[..<colon]
        let named = choices.filter { $0.origin == .sites } + choices.filter { $0.origin == .ssh }
        // Only the user's own sites have folders.
        let isInFolder = name.contains("/")
        guard
            let choice = named.first(where: {
                $0.name == name && (!isInFolder || $0.origin == .sites)
            })
        else { return nil }
        let rest = Array(text[text.utf8.index(after: colon)...].utf8)
        guard !rest.contains(0) else {
            throw SiteURL.Refusal(
                description: tr("The path contains a NUL, which no name can hold; remove it."))
        }
        site = choice.site
        do {
            if rest.first == 0x2F {
                path = try Path(rest).typed(on: site)
                below = nil
            } else {
                path = nil
                below = try RelativePath(rest)?.typed(on: site)
            }
        } catch {
            throw SiteURL.Refusal(description: error.description)
        }
    }
}
