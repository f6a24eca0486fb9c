import ArgumentParser
import Files
import Glibc
import Settings
import Words

struct SitesImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: tr("Import the sites of other programs."),
        discussion: tr(
            """
            Reads lists of FileZilla (sitemanager.xml), WinSCP (WinSCP.ini), lftp, ncftp, Cyberduck \
            (.duck), termscp, rclone and .netrc; Ferry recognises each by its contents. Each \
            site that Ferry can reach is added to sites.toml. Ferry reports everything that it \
            skips or cannot import. Passwords go to your keyring, or are not imported.

            Without a file, Ferry looks in the usual places:
              \(SiteListPlaces.words.joined(separator: "\n  "))
            XDG_CONFIG_HOME and XDG_DATA_HOME replace ~/.config and ~/.local/share.
            """))

    @Flag(help: ArgumentHelp(tr("Show what would be imported, and write nothing.")))
    var dryRun = false

    @Flag(help: ArgumentHelp(tr("Print one JSON object per site.")))
    var json = false

    @Argument(help: ArgumentHelp(tr("Lists of sites; by default those in the usual places.")))
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
