import Files
import Glibc
import Settings

/// `host:path` as an argument: a saved site by its name, or a host that ssh's config names.
struct SiteReference {
    let site: Site
    /// Nil is the directory after the login.
    let path: Path?
    /// From that directory.
    let below: RelativePath?
    /// Whether the path ends in `/`, or there is none.
    let isDirectory: Bool
    /// The path as a pattern, where it is one.
    let glob: PathGlob?

    /// Nil where it is no such thing, or a file of this machine has that name.
    init?(_ argument: ArgumentBytes, _ options: any ConnectionChoices) throws {
        var status = stat()
        guard let reference = argument.reference, lstat(argument.cString, &status) != 0 else {
            return nil
        }
        let settings = try SettingsFiles(options)
        guard let known = try SiteReference.site(reference.name, settings) else { return nil }
        site = options.applied(to: known)
        isDirectory = reference.path.last.map { $0 == 0x2F } ?? true
        glob = PathGlob(reference: reference.path)
        let written = PathGlob.unescaped(reference: reference.path)
        do {
            if written.first == 0x2F {
                path = try Path(written).typed(on: site)
                below = nil
            } else {
                path = nil
                below = try RelativePath(written)?.typed(on: site)
            }
        } catch {
            throw Failure.usage("\(error)")
        }
    }

    /// The site of that name; nil where there is none.
    private static func site(_ name: String, _ settings: SettingsFiles) throws -> Site? {
        let named: [NamedSite]
        do throws(SettingsError) {
            named = try settings.named()
        } catch {
            throw Failure.usage(error.description)
        }
        if let site = named.first(where: { $0.name == name })?.site { return site }
        // Only sites of the user's own have folders.
        guard !name.contains("/") else { return nil }
        let hosts = settings.sshHosts(beside: named)
        if let host = hosts.sites.first(where: { $0.host == name }) {
            return try settings.adopted(host)
        }
        if let trouble = hosts.trouble { throw Failure.usage(trouble.description) }
        return nil
    }
}
