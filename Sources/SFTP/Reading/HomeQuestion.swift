import Files
import Words

/// Where another user has his files (expand-path@openssh.com, home-directory).
struct HomeQuestion {
    let channel: Channel

    func home(of user: [UInt8]) throws(FileSystemError) -> Path {
        let site = channel.site
        guard !user.contains(0), let request = request(about: user) else { throw unknown(user) }
        let name: [UInt8]
        do throws(FileSystemError) {
            name = try channel.ask(request) { answer throws(FileSystemError) in
                try Answer(answer, .find, .root, on: site).name()
            }
        } catch {
            guard channel.loss == nil else { throw error }
            throw FileSystemError(
                error.kind, reply: error.reply,
                detail: tr(
                    "\(VisibleText.make(site.host)) does not know the home directory "
                        + "~\(VisibleText.make(user))."))
        }
        // One that is not whole has told nothing.
        guard name.first == 0x2F else { throw unknown(user) }
        return Path(name)
    }

    private func request(about user: [UInt8]) -> Request? {
        if channel.version.has(.expandPath) {
            return .extended(.expandPath, [.bytes([0x7E] + user)])
        }
        guard channel.version.has(.homeDirectory) else { return nil }
        return .extended(.homeDirectory, [.bytes(user)])
    }

    private func unknown(_ user: [UInt8]) -> FileSystemError {
        let host = VisibleText.make(channel.site.host)
        return FileSystemError(
            .unsupported,
            detail:
                tr(
                    "\(host) cannot resolve ~\(VisibleText.make(user)); write the path from /, or "
                        + "./~\(VisibleText.make(user)) for a name that begins this way."))
    }
}
