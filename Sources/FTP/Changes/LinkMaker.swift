import Files
import Words

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
                detail: tr(
                    "\(link.text(on: site)) was not created, because "
                        + "\(VisibleText.make(site.host)) has no command that creates links."))
        }
        if let refusal = try session.directory.enter(link.parent) {
            throw session.refusal(refusal, .open, link.parent)
        }
        let name = session.directory.argument(for: link)
        // The server takes the words behind a blank for nothing, and would make another link.
        guard !target.contains(0x20), !name.contains(0x20) else {
            throw FileSystemError(
                .badName, path: link,
                detail: tr(
                    "\(link.text(on: site)) was not created: the server cannot create links "
                        + "whose names or targets contain spaces."))
        }
        let reply = try control.exchange(
            Command("SITE", Array("SYMLINK ".utf8) + target + [0x20] + name, path: link))
        guard !reply.isSuccess else { return }
        let refusal = session.refusal(reply, .create, link)
        guard refusal.kind == .notFound else { throw refusal }
        throw FileSystemError(
            .notFound, path: link, reply: reply.text,
            detail: tr(
                "\(link.text(on: site)) was not created: the server only links to existing "
                    + "files; check the target \(VisibleText.make(target, on: site))."))
    }

    /// By FEAT, else by SITE HELP, which is asked once.
    private func knowsCommand() throws(FileSystemError) -> Bool {
        if memory.features?.siteCommands.contains("SYMLINK") ?? false { return true }
        return try SiteCommands(session: session).contain("SYMLINK")
    }
}
