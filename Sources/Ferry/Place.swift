import Files
import Glibc

/// What an argument names: a path of this machine, or something on a server.
struct Place {
    var site: Site
    /// Nil is the directory after the login.
    var path: Path?
    /// Whether it was written with a `/` at its end.
    var isDirectory: Bool
    var password: Secret?

    /// A URL where it looks like one; else a path, relative to the working directory.
    init(_ text: String, _ options: ConnectionOptions) throws {
        if SiteURL.looksLikeURL(text) {
            do throws(SiteURL.Refusal) {
                let parsed = try SiteURL.parse(text)
                site = parsed.target.site
                path = parsed.target.path
                isDirectory = parsed.target.isDirectory
                password = parsed.password
            } catch {
                throw Failure.usage(error.description)
            }
            let settings = try SettingsFiles(options)
            if password == nil { site = settings.login(of: site) }
            site = options.applied(to: try settings.adopted(site))
            do {
                path = try path?.typed(on: site)
            } catch {
                throw Failure.usage("\(error)")
            }
        } else {
            site = .local
            path = Place.localPath(text)
            isDirectory = text.hasSuffix("/")
            password = nil
        }
    }

    /// The absolute path of one relative to the working directory.
    static func localPath(_ text: String) -> Path {
        if text.hasPrefix("/") { return Path(text) }
        return Path(workingDirectory().bytes + [0x2F] + Array(text.utf8))
    }

    static func workingDirectory() -> Path {
        var buffer = [CChar](repeating: 0, count: 8_192)
        guard getcwd(&buffer, buffer.count) != nil else { return .root }
        return Path(buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    }
}
