import Files
import Transport

/// Why ssh has ended, told by its last words (OpenSSH 7.6 to 10). Does no I/O.
struct SSHFailure {
    /// Lines at the end that may explain it.
    private static let depth = 12

    private typealias Explanation = (kind: FileSystemError.Kind, isTransient: Bool, text: String)

    private let site: Site
    private let lines: [String]
    private let ending: Subprocess.Ending
    private let hasBegun: Bool

    /// `lines` are sanitised, oldest first; `hasBegun` is whether packets were carried.
    init(site: Site, lines: [String], ending: Subprocess.Ending, hasBegun: Bool) {
        self.site = site
        self.lines = lines.suffix(SSHFailure.depth).filter { !$0.isEmpty }
        self.ending = ending
        self.hasBegun = hasBegun
    }

    /// A sentence that names the host, with ssh's words as the reply.
    var explained: FileSystemError {
        for (signs, explanation) in hasBegun ? laterTable : loginTable + connectionTable {
            // The last line that says it; what is said of a host on the way stands there too.
            guard let line = lines.last(where: { line in signs.contains { line.contains($0) } })
            else { continue }
            return FileSystemError(
                explanation.kind, reply: line, detail: explanation.text,
                isTransient: explanation.isTransient)
        }
        return unexplained
    }

    private var host: String { VisibleText.make(site.host) }

    private var account: String {
        site.user.map { "\(VisibleText.make($0)) at \(host)" } ?? host
    }

    /// What ssh itself, or the login, failed of; the earlier line of the table holds.
    private var loginTable: [([String], Explanation)] {
        [
            (
                [
                    "Bad owner or permissions", "Bad configuration option",
                    "bad configuration options",
                    "Can't open user config file", "extra arguments at end of line",
                    "missing argument", "Unsupported option", "unknown option", "usage: ssh",
                ],
                (
                    .other, false,
                    "ssh does not take its configuration for \(host); correct what it "
                        + "names."
                )
            ),
            (
                ["Too many authentication failures"],
                (
                    .login, false,
                    "\(host) gave up after too many keys were offered; name the right one "
                        + "in ~/.ssh/config, with IdentityFile and IdentitiesOnly."
                )
            ),
            (
                [
                    "Permission denied (", "No supported authentication methods",
                    "No more authentication methods",
                ],
                (
                    .login, false,
                    "\(host) refused the login of \(account); check the user name, the "
                        + "key and the password."
                )
            ),
            (
                ["POSSIBLE DNS SPOOFING", "DNS SPOOFING"],
                (
                    .security, false,
                    "The name \(host) and its address have different host keys in "
                        + "ssh's known_hosts: somebody may stand in between. Nothing was sent."
                )
            ),
            (
                ["Host key verification failed", "host key is known for"],
                (
                    .security, false,
                    "ssh does not trust the host key of \(host), or knows none; open "
                        + "\(site.text) in a pane to look at it."
                )
            ),
            (
                ["subsystem request failed"],
                (
                    .unsupported, false,
                    "\(host) let the login in, but has no SFTP; where its "
                        + "sftp-server is only not announced, give its path with sftp_server in "
                        + "sites.toml."
                )
            ),
            (
                ["no matching "],
                (
                    .unsupported, false,
                    "ssh and \(host) have no method in common; allow one that the "
                        + "server offers in ~/.ssh/config, if it is good enough for you."
                )
            ),
        ]
    }

    /// What kept ssh from reaching the server.
    private var connectionTable: [([String], Explanation)] {
        [
            (
                ["Could not resolve hostname", "Name or service not known"],
                (
                    .connection, true,
                    "The name \(host) has no address; check its spelling and the "
                        + "network."
                )
            ),
            (
                ["Connection refused"],
                (
                    .connection, true,
                    "\(host) refuses connections; check the port, and whether its "
                        + "SSH server is running."
                )
            ),
            (
                ["No route to host", "Network is unreachable", "Host is down"],
                (.connection, true, "No way leads to \(host); check the network.")
            ),
            (
                ["timed out", "Timeout, server"],
                (
                    .connection, true,
                    "\(host) did not answer in time; check the network and the port."
                )
            ),
            (
                ["administratively prohibited", "open failed", "stdio forwarding failed"],
                (
                    .connection, true,
                    "The host on the way does not lead on to \(host); look at "
                        + "ProxyJump in ~/.ssh/config."
                )
            ),
            (
                [
                    "kex_exchange_identification", "ssh_exchange_identification",
                    "Connection reset by",
                    "Connection closed by", "closed by remote host", "Not allowed at this time",
                ],
                (
                    .connection, true,
                    "\(host) closed the connection before the login; it may refuse "
                        + "those who come too often or in haste, so wait a little."
                )
            ),
        ]
    }

    /// What breaks a connection that stands.
    private var laterTable: [([String], Explanation)] {
        [
            (
                ["not responding", "timed out"],
                (.connection, true, "\(host) has fallen silent; the connection was given up.")
            ),
            (
                ["closed by remote host", "Connection reset", "Broken pipe", "Connection closed"],
                (.connection, true, "\(host) closed the connection.")
            ),
        ]
    }

    private var unexplained: FileSystemError {
        if ending == .status(127) {
            return FileSystemError(
                .other, reply: lines.last,
                detail:
                    "The shell does not find the program that is to be used as ssh for \(host); "
                    + "correct ssh_command, or FERRY_SSH.")
        }
        let what = "ssh to \(host) ended\(ending.words)"
        guard let last = lines.last else {
            return FileSystemError(
                .connection,
                detail: "\(what) and said nothing; try ssh in a terminal to see why.",
                isTransient: true)
        }
        return FileSystemError(
            .connection, reply: last, detail: "\(what), and said last: \(last)",
            isTransient: true)
    }
}
