import Engine
import Files
import Glibc
import Settings

/// All places that Ferry knows by a name: the user's own, then what ssh, rclone and Ferry remember
/// beside them.
struct SiteCatalogue {
    enum Source: String {
        case ferry, ssh, rclone, recent
    }

    /// A place by its name.
    struct Row {
        let named: NamedSite
        let source: Source
        /// Seconds since the epoch.
        let lastUsed: Int64?

        var text: String { "\(VisibleText.make(named.name))\t\(VisibleText.make(named.url))" }

        var json: String {
            func field(_ key: String, _ value: String) -> String {
                "\"\(key)\":\(EntryText.string(Array(value.utf8), in: nil))"
            }
            var fields = [field("name", named.name)]
            if source == .ferry, let slash = named.name.lastIndex(of: "/") {
                fields.append(field("folder", String(named.name[..<slash])))
            }
            fields.append(field("url", named.url))
            fields.append(field("protocol", named.site.scheme.rawValue))
            if let lastUsed { fields.append(field("last_used", ISOTime.text(seconds: lastUsed))) }
            fields.append(field("source", source.rawValue))
            return "{" + fields.joined(separator: ",") + "}"
        }
    }

    private(set) var rows: [Row] = []
    /// What could not be listed, a sentence each.
    private(set) var troubles: [String] = []

    /// Asks rclone, too.
    init(_ files: SettingsFiles) throws {
        let named: [NamedSite]
        do throws(SettingsError) {
            named = try files.named()
        } catch {
            throw Failure([error.description])
        }
        let recent = RecentSites.load(files.paths.recentFile, settings: FileSystemMakers.settings)
        var used: [SiteAccount: Int64] = [:]
        for place in recent {
            guard let time = place.lastUsed else { continue }
            used[SiteAccount(place.site), default: time] = max(
                time, used[SiteAccount(place.site)] ?? time)
        }
        let own = Set(named.map { SiteAccount($0.site) })
        let hosts = files.sshHosts(beside: named)
        if let trouble = hosts.trouble { troubles.append(trouble.description) }
        var remotes: [Site] = []
        do throws(SettingsError) {
            remotes = try RcloneRemotes.load(
                program: getenv("FERRY_RCLONE").map { String(cString: $0) })
        } catch {
            troubles.append(error.description)
        }
        func add(_ site: NamedSite, _ source: Source) {
            rows.append(
                Row(
                    named: site, source: source,
                    lastUsed: site.lastUsed ?? used[SiteAccount(site.site)]))
        }
        for site in named { add(site, .ferry) }
        for site in hosts.sites where !own.contains(SiteAccount(site)) {
            add(NamedSite(name: site.host, site: site), .ssh)
        }
        for site in remotes where !own.contains(SiteAccount(site)) {
            add(NamedSite(name: site.host, site: site), .rclone)
        }
        for site in recent { add(site, .recent) }
    }
}
