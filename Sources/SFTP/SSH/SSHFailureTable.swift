import Files
import Words

/// What ssh's words mean for one site.
struct SSHFailureTable {
    /// What one failure is known by.
    struct Row {
        /// One of these stands in a line.
        var signs: [String]
        var kind: FileSystemError.Kind
        /// Names the host, and says what to do.
        var sentence: String
    }

    private let site: Site
    private let questions: SSHCommandLine.Questions

    init(site: Site, questions: SSHCommandLine.Questions) {
        self.site = site
        self.questions = questions
    }

    private var host: String { VisibleText.make(site.host) }

    /// What keeps a login from being; an earlier row goes before a later one, since what is said of a
    /// host on the way, or of ssh's configuration, is followed by its consequences.
    var beforeLogin: [Row] { configuration + login + connection }

    private var configuration: [Row] {
        [
            Row(
                signs: [
                    "Bad owner or permissions", "Bad configuration option",
                    "bad configuration options", "Can't open user config file",
                    "extra arguments at end of line", "missing argument", "Unsupported option",
                    "unknown option", "usage: ssh", "Cannot specify",
                ], kind: .other,
                sentence: tr(
                    "ssh rejects its configuration for \(host); correct the setting that it "
                        + "names."))
        ]
    }

    private var login: [Row] {
        [
            Row(
                signs: ["Too many authentication failures"], kind: .login,
                sentence: tr(
                    "\(host) ended the login after too many keys; choose one in "
                        + "~/.ssh/config, with IdentityFile and IdentitiesOnly.")),
            Row(
                signs: [
                    "Permission denied (", "No supported authentication methods",
                    "No more authentication methods",
                ], kind: .login, sentence: refusal),
            Row(
                signs: ["POSSIBLE DNS SPOOFING"], kind: .security,
                sentence: tr(
                    "The name \(host) and its address have different host keys in ssh's "
                        + "known_hosts; someone may be intercepting the connection. No file was "
                        + "sent.")),
            Row(
                signs: ["Host key verification failed", "host key is known for"], kind: .security,
                sentence: tr(
                    "ssh does not trust the host key of \(host) or knows none; open "
                        + "\(site.text) in a pane to check it.")),
            Row(
                signs: ["subsystem request failed"], kind: .unsupported,
                sentence:
                    tr(
                        "\(host) accepted the login but offers no SFTP; if it has an sftp-server, "
                            + "give its path as sftp_server in sites.toml.")),
            Row(
                signs: ["no matching "], kind: .unsupported,
                sentence: tr(
                    "ssh and \(host) have no common method; if the server's is secure "
                        + "enough for you, allow it in ~/.ssh/config.")),
        ]
    }

    private var refusal: String {
        let account =
            site.user.map {
                tr("\(VisibleText.make($0)) at \(host)", meaning: "an account on a server")
            } ?? host
        switch questions {
        case .asked:
            return tr(
                "\(host) refused the login of \(account); check the user name, the key and the "
                    + "password.")
        case .left:
            return tr(
                "The login to \(host) as \(account) needs an answer from you; open it in a "
                    + "pane, or use a key.")
        }
    }

    private var connection: [Row] {
        [
            Row(
                signs: ["Could not resolve hostname", "Name or service not known"],
                kind: .connection,
                sentence: tr("The name \(host) has no address; check its spelling and the network.")
            ),
            Row(
                signs: ["Connection refused"], kind: .connection,
                sentence: tr(
                    "\(host) refuses connections; check the port, and whether its SSH server "
                        + "is running.")),
            Row(
                signs: ["No route to host", "Network is unreachable", "Host is down"],
                kind: .connection, sentence: tr("There is no route to \(host); check the network.")),
            Row(
                signs: ["timed out", "Timeout, server"], kind: .connection,
                sentence: tr("\(host) did not answer in time; check the network and the port.")),
            Row(
                signs: [
                    "administratively prohibited", "open failed", "stdio forwarding failed",
                ], kind: .connection,
                sentence: tr(
                    "The jump host does not forward to \(host); check ProxyJump in "
                        + "~/.ssh/config.")),
            Row(
                signs: ["UNKNOWN port 65535"], kind: .connection,
                sentence: tr(
                    "The command that connects to \(host) (ProxyJump, ProxyCommand) ended "
                        + "before the login; see the log for its messages.")),
            Row(
                signs: [
                    "kex_exchange_identification", "ssh_exchange_identification",
                    "Connection reset by", "Connection closed by", "closed by remote host",
                    "Not allowed at this time",
                ], kind: .connection,
                sentence: tr(
                    "\(host) closed the connection before the login; it may limit frequent "
                        + "connections, so wait a little.")),
        ]
    }

    /// What breaks a connection that stands.
    var afterLogin: [Row] {
        [
            Row(
                signs: ["not responding", "timed out"], kind: .connection,
                sentence: tr("\(host) stopped responding; the connection was closed.")),
            Row(
                signs: [
                    "closed by remote host", "Connection reset", "Broken pipe", "Connection closed",
                ], kind: .connection, sentence: tr("\(host) closed the connection.")),
        ]
    }
}
