import ArgumentParser
import Files
import Glibc
import Settings

struct SitesImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over the sites of other programs.",
        discussion: """
            Reads lists of FileZilla (sitemanager.xml), WinSCP (WinSCP.ini), lftp, ncftp, Cyberduck \
            (.duck), termscp, rclone and .netrc; the kind is seen by what stands in the file. Each \
            site that Ferry can reach is added to sites.toml, all of them in one write. What is lost \
            or left out is said. Passwords go to your keyring, or nowhere.

            Without a file, what is found at the usual places:
              \(SiteListPlaces.words.joined(separator: "\n  "))
            XDG_CONFIG_HOME and XDG_DATA_HOME hold instead of ~/.config and ~/.local/share.
            """)

    @Flag(help: "Only say what would be taken; write nothing.")
    var dryRun = false

    @Flag(help: "One JSON object a site and line.")
    var json = false

    @Argument(help: "Lists of sites; without one, those at the usual places.")
    var files: [ArgumentBytes] = []

    func run() throws {
        let settings = try SettingsFiles(NoOptions())
        var sites = try SiteImport(settings)
        let present = SiteListPlaces.present(settings.paths) { name in
            getenv(name).map { String(cString: $0) }
        }
        for file in files.isEmpty ? present.map({ ArgumentBytes($0) }) : files {
            sites.read(file)
        }
        try sites.finish(isRehearsal: dryRun)
        var output = Output.standard
        for line in sites.lines { try output.append(line: json ? line.json : line.text) }
        if !json { try output.append(line: sites.summary(isRehearsal: dryRun)) }
        try output.flush()
        if !sites.failures.isEmpty { throw Failure(sites.failures) }
    }
}
