/// A way to a server's sftp-server where its subsystem is of no use: there is none, or what the login
/// scripts write comes before the packets. The login shell looks where the program lies, and a line of
/// Ferry's own tells where the packets begin.
enum ServerSearch {
    /// Bytes of other text that may come before that line.
    static let textLimit = 64 << 10

    /// Stands alone on a line; no script writes it.
    static let mark = Array("-- ferry: sftp begins --\n".utf8)

    /// For the login shell, whichever that is.
    static let command: String = {
        let places = [
            "/usr/lib/openssh", "/usr/libexec/openssh", "/usr/lib/ssh", "/usr/libexec", "/usr/lib",
            "/usr/local/libexec", "/opt/bin", "/opt/libexec",
        ]
        let programs = places.map { "\($0)/sftp-server" }.joined(separator: " ")
        // Where none of these is right, the account's own PATH may know.
        return "sh -c 'for f in \(programs) $(command -v sftp-server); do if test -x $f; then "
            + "echo \"-- ferry: sftp begins --\"; exec $f; fi; done; "
            + "echo no sftp-server was found >&2; exit 127'"
    }()
}
