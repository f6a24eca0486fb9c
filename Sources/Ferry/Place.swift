import Files
import Glibc
import Words

/// What an argument names: a path of this machine, or something on a server.
struct Place {
    var site: Site
    /// Nil is the directory after the login.
    var path: Path?
    /// From that directory.
    var below: RelativePath?
    /// Whether it was written with a `/` at its end.
    var isDirectory: Bool
    var password: Secret?
    /// The path as a pattern, where it is one; commands that do not take any go by the path as it is written.
    var glob: PathGlob?
    /// As it was written, for showing only.
    let text: String
    /// What is there, where a pattern has found it.
    var entry: Entry?

    /// A URL where it looks like one; else a path, relative to the working directory.
    init(_ argument: ArgumentBytes, _ options: any ConnectionChoices) throws {
        guard !argument.bytes.isEmpty else {
            throw Failure.usage(tr("An argument is empty; leave it out."))
        }
        text = Place.shown(argument)
        if argument.looksLikeURL {
            var target: SiteURL.Target
            do throws(SiteURL.Refusal) {
                let parsed = try SiteURL.parse(argument.url)
                target = parsed.target
                isDirectory = parsed.target.isDirectory
                password = parsed.password
            } catch {
                throw Failure.usage(error.description)
            }
            let settings = try SettingsFiles(options)
            if password == nil { target.site = settings.login(of: target.site) }
            target.site = options.applied(to: try settings.adopted(target.site))
            do {
                target = try target.typed()
                (site, path, below) = (target.site, target.path, target.below)
                glob = target.site.isLocal ? nil : target.glob
            } catch {
                throw Failure.usage("\(error)")
            }
        } else if let named = try SiteReference(argument, options) {
            site = named.site
            path = named.path
            below = named.below
            isDirectory = named.isDirectory
            password = nil
            glob = named.glob
        } else {
            site = .local
            path = try argument.localPath()
            isDirectory = argument.endsInSlash
            password = nil
        }
    }

    /// An argument without the login and the query that a URL may have.
    private static func shown(_ argument: ArgumentBytes) -> String {
        guard argument.looksLikeURL, let start = argument.url.firstRange(of: "://") else {
            return argument.text
        }
        let url = argument.url
        let rest = url[start.upperBound...]
        let slash = rest.utf8.firstIndex(of: 0x2F) ?? rest.endIndex
        let host = rest[..<slash].split(separator: "@", omittingEmptySubsequences: false).last
        // A query may hold a key; what is a pattern has no `=`.
        var path = rest[slash...]
        if let mark = path.utf8.firstIndex(of: 0x3F), path.utf8[mark...].contains(0x3D) {
            path = path[..<mark]
        }
        return VisibleText.make("\(url[..<start.upperBound])\(host ?? "")\(path)")
    }

    /// Whether it is a user's home directory on a server, and nothing below that.
    var namesHome: Bool { path == nil && (below?.namesHome(on: site) ?? false) }

    static func workingDirectory() -> Path {
        var buffer = [CChar](repeating: 0, count: 8_192)
        guard getcwd(&buffer, buffer.count) != nil else { return .root }
        return Path(buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    }
}
