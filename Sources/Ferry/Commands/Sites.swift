import ArgumentParser
import Files
import Settings
import Words

struct Sites: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sites",
        abstract: tr("List, add, remove, import and test sites."),
        subcommands: [
            SitesList.self, SitesAdd.self, SitesRemove.self, SitesImport.self, SitesTest.self,
        ],
        defaultSubcommand: SitesList.self)
}

struct SitesList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: tr("List your sites, ssh's hosts, rclone's remotes and recent places."))

    @Flag(help: ArgumentHelp(tr("Print one JSON object per line.")))
    var json = false

    func run() throws {
        let list = try SiteCatalogue(SettingsFiles(NoOptions()))
        var output = Output.standard
        for row in list.rows {
            try output.append(line: json ? row.json : row.text)
        }
        try output.flush()
        for trouble in list.troubles { StandardError.say(Failure.prefix + trouble) }
    }
}

struct SitesAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: tr("Save a place under a name in sites.toml."))

    @Argument(help: ArgumentHelp(tr("The name; a slash separates folders, as in work/web01.")))
    var name: ArgumentBytes

    @Argument(help: ArgumentHelp(tr("The URL, without a password.")))
    var url: ArgumentBytes

    func run() throws {
        let files = try SettingsFiles(NoOptions())
        guard let name = String(validating: name.bytes, as: UTF8.self), SiteListName.isSound(name)
        else {
            throw Failure.usage(
                tr(
                    "'\(self.name.text)' cannot be a name; write a few words, with a slash between folders."
                )
            )
        }
        let target: SiteURL.Target
        let password: Secret?
        do throws(SiteURL.Refusal) {
            (target, password) = try SiteURL.parse(url.url)
        } catch {
            throw Failure.usage(error.description)
        }
        guard password == nil else {
            throw Failure.usage(
                tr(
                    "A site's URL must not contain a password; leave it out, and Ferry will ask for it."
                )
            )
        }
        let site = NamedSite(
            name: name, site: target.site, path: target.path, below: target.below)
        do throws(SettingsError) {
            try files.add([site])
        } catch {
            throw Failure([error.description])
        }
    }
}

struct SitesRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: tr("Remove a site from sites.toml; everything else in it is kept."))

    @Argument(help: ArgumentHelp(tr("The site's name, with its folders.")))
    var name: ArgumentBytes

    func run() throws {
        let files = try SettingsFiles(NoOptions())
        let wanted = String(decoding: name.bytes, as: UTF8.self)
        do throws(SettingsError) {
            if try files.removeSite(named: wanted) { return }
        } catch {
            throw Failure([error.description])
        }
        let file = VisibleText.make(files.paths.sitesFile)
        throw Failure([tr("There is no site '\(name.text)' in \(file).")])
    }
}
