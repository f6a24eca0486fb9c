import Files

/// Makes links by SITE SYMLINK, as ProFTPD's mod_site_misc has it: only to what is there, and the
/// server writes the whole path of that into the link.
struct LinkMaker: SessionPart {
    let session: Session

    /// Makes a link that leads to `target`, from the link's own directory; `.exists` where something
    /// has its name.
    func make(_ link: Path, to target: [UInt8]) throws(FileSystemError) {
        guard try knowsCommand() else {
            throw FileSystemError(
                .unsupported, path: link,
                detail: "\(link.text(on: site)) was not made: \(VisibleText.make(site.host)) has "
                    + "no command that makes links.")
        }
        if let refusal = try session.directory.enter(link.parent) {
            throw session.refusal(refusal, "entered", link.parent)
        }
        let name = session.directory.argument(for: link)
        // The server takes the words behind a blank for nothing, and would make another link.
        guard !target.contains(0x20), !name.contains(0x20) else {
            throw FileSystemError(
                .badName, path: link,
                detail: "\(link.text(on: site)) was not made: with a blank in either name the "
                    + "server would make another link; choose names without one.")
        }
        let reply = try control.exchange(
            Command("SITE", Array("SYMLINK ".utf8) + target + [0x20] + name, path: link))
        guard !reply.isSuccess else { return }
        let refusal = session.refusal(reply, "made", link)
        guard refusal.kind == .notFound else { throw refusal }
        throw FileSystemError(
            .notFound, path: link, reply: reply.text,
            detail: "\(link.text(on: site)) was not made: the server links only to what is there; "
                + "check where \(VisibleText.make(target, on: site)) leads from there.")
    }

    /// By FEAT, else by SITE HELP, which is asked once.
    private func knowsCommand() throws(FileSystemError) -> Bool {
        if memory.features?.siteCommands.contains("SYMLINK") ?? false { return true }
        return try SiteCommands(session: session).contain("SYMLINK")
    }
}
