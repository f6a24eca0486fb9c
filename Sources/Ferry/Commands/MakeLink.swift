import ArgumentParser
import Files
import Jobs

struct MakeLink: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ln", abstract: "Make a symbolic link.",
        discussion: """
            TARGET is what the link says, from the directory that the link is in; it need not be there. \
            A URL that is a directory is what the link goes into, under the target's name. An FTP server \
            that can do it links only to what is there, and writes the target's whole path.
            """)

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "Where the link leads, as a path on its own machine.")
    var target: ArgumentBytes

    @Argument(help: "The link: a URL or a path.")
    var url: ArgumentBytes

    func run() throws {
        if target.bytes.isEmpty {
            throw Failure.usage("An empty argument names nothing; name where the link leads.")
        }
        if target.looksLikeURL {
            throw Failure.usage(
                "'\(target.text)' is a URL; name the path that the link leads to, as its own machine "
                    + "has it.")
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
                    "'\(target.text)' gives no name for a link in \(directory.text(on: site)); write "
                        + "the link's own name.")
            }
            return directory.appending(name)
        }
    }

    private static func impossible(on site: Site) -> FileSystemError {
        FileSystemError(
            .unsupported,
            detail: "No links can be made over \(site.scheme.rawValue)://; nothing was made on "
                + "\(VisibleText.make(site.host)).")
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
