import ArgumentParser
import Files
import Words

struct EditFile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: tr("Edit a file on a server; each save is sent back."),
        discussion: tr(
            """
            Ferry fetches the file, opens a copy in your editor, and sends it back whenever you \
            save it. The editor is the one in config.toml, VISUAL, EDITOR or vi. If the file \
            changes on the server in the meantime, Ferry asks what to do. Without a terminal it \
            keeps your copy, names it, and exits with 1. --recover sends copies that an earlier \
            session could not send. For example, ferry edit sftp://deploy@web01/etc/motd edits \
            that file.
            """))

    @Flag(help: ArgumentHelp(tr("Send the copies that an earlier session left.")))
    var recover = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("The file to edit."), valueName: "URL"))
    var url: ArgumentBytes?

    func run() throws {
        guard let url else {
            guard recover else { throw Failure.usage(tr("Name a file to edit, or add --recover.")) }
            let session = try HeadlessSession(options, [])
            defer { session.close() }
            return try HeadlessEditing(session).recover()
        }
        guard !recover else { throw Failure.usage(tr("--recover takes no URL.")) }
        let place = try Place(url, options)
        let session = try HeadlessSession(options, [place])
        defer { session.close() }
        let target = try session.resolved(place)
        guard let path = target.path, !path.isRoot, !target.isDirectory else {
            throw Failure.usage(tr("\(url.text) is a directory; name a file."))
        }
        try HeadlessEditing(session).edit(Location(site: target.site, path: path))
    }
}
