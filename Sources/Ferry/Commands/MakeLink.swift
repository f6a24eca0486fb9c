import ArgumentParser
import Files
import Jobs
import Words

struct MakeLink: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ln", abstract: tr("Create a symbolic link."),
        discussion: tr(
            """
            TARGET is stored in the link, relative to the link's directory; it need not exist. If \
            the URL is a directory, the link is created in it under the target's name. FTP servers \
            that support links only link to existing files, and store the full path.
            """))

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("Target of the link, as a path on the link's machine.")))
    var target: ArgumentBytes

    @Argument(help: ArgumentHelp(tr("The link to create: a URL or a path.")))
    var url: ArgumentBytes

    func run() throws {
        if target.bytes.isEmpty {
            throw Failure.usage(tr("The target is empty; name where the link leads."))
        }
        if target.looksLikeURL {
            throw Failure.usage(
                tr("'\(target.text)' is a URL; give the target as a path on the link's machine."))
        }
        let named = try Place(url, options)
        let session = try HeadlessSession(options, [named])
        defer { session.close() }
        let place = try session.resolved(named)
        let words = try written(on: place.site)
        try session.use(place.site) { files in
            guard let linking = files as? any MakingLinks, !place.site.scheme.namesRemote else {
                throw MakeLink.impossible(on: place.site)
            }
            let link = try link(at: session.destination(place, on: files), words, place.site)
            try linking.makeLink(link, to: words, root: nil)
        }
    }

    private func link(
        at destination: Destination, _ words: [UInt8], _ site: Site
    ) throws -> Path {
        switch destination {
        case .named(let path): return path
        case .into(let directory):
            guard let name = Path(words).name, !target.endsInDots else {
                throw Failure.usage(
                    tr(
                        "'\(target.text)' gives no name for the link in \(directory.text(on: site)); "
                            + "write the link's name too."))
            }
            return directory.appending(name)
        }
    }

    private static func impossible(on site: Site) -> FileSystemError {
        FileSystemError(
            .unsupported,
            detail: tr(
                "Links cannot be created over \(site.scheme.rawValue)://; nothing was created "
                    + "on \(VisibleText.make(site.host))."))
    }

    /// The target in the bytes that the site has for its names.
    private func written(on site: Site) throws -> [UInt8] {
        guard let charset = site.nameCharset,
            let text = String(validating: target.bytes, as: UTF8.self)
        else { return target.bytes }
        do {
            return try charset.encode(text)
        } catch {
            throw Failure.usage("\(error)")
        }
    }
}
