import Files
import Words

/// Host and user names as ssh may be given them: ssh hands them on to the shell, in ProxyCommand and
/// Match exec, and so refuses some of them itself since its version 9.6.
enum SSHName {
    /// Throws `.badName` where the site's host or user is none that ssh may be given.
    static func check(_ site: Site) throws(FileSystemError) {
        let host = Array(site.host.utf8)
        // An @ would begin another host; a slash stands in no name, but in ssh's own URLs.
        guard !host.isEmpty, host.count <= 255, host.first != 0x2D,
            isPlain(host, without: "'`\"$\\;&<>|(){}@/ ")
        else {
            throw FileSystemError(
                .badName,
                detail: tr(
                    "\"\(VisibleText.make(site.host))\" is not a host name that ssh accepts; correct "
                        + "it, or add a Host with that host to ~/.ssh/config."))
        }
        guard let user = site.user else { return }
        let name = Array(user.utf8)
        guard !name.isEmpty, name.count <= 255, name.first != 0x2D, name.last != 0x5C,
            isPlain(name, without: "'`\";&<>|(){}")
        else {
            throw FileSystemError(
                .badName,
                detail: tr(
                    "\"\(VisibleText.make(user))\" is not a user name that ssh accepts; correct "
                        + "it, or add a Host with that user to ~/.ssh/config."))
        }
    }

    private static func isPlain(_ bytes: [UInt8], without refused: String) -> Bool {
        let refused = Set(refused.utf8)
        return bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !refused.contains($0) }
    }
}
