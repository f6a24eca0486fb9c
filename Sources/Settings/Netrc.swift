package import Files
import Glibc
import Words

/// Logins in `.netrc`, the file that ftp, curl and lftp read too: `machine`, `default`, `login`,
/// `password`, `account`, `macdef`.
package struct Netrc: Sendable {
    /// What one entry says.
    package struct Login: Sendable, Equatable {
        package var user: String?
        package var password: Secret?
        package var account: String?

        package init(user: String? = nil, password: Secret? = nil, account: String? = nil) {
            self.user = user
            self.password = password
            self.account = account
        }
    }

    /// Nil stands for `default`.
    private var entries: [(machine: String?, login: Login)] = []
    /// One sentence where others may read the file although passwords stand in it.
    package private(set) var warning: String?

    package init() {}

    /// Reads a text, as far as it can be understood.
    package init(_ text: String) {
        var tokens = Tokens(text)
        while let word = tokens.next() {
            switch word {
            case "machine":
                guard let machine = tokens.next() else { return }
                entries.append((machine.lowercased(), Login()))
            case "default":
                entries.append((nil, Login()))
            case "login":
                let user = tokens.next()
                change { $0.user = user }
            case "password":
                let password = tokens.next().map { Secret($0) }
                change { $0.password = password }
            case "account":
                let account = tokens.next()
                change { $0.account = account }
            case "macdef":
                tokens.skipMacro()
            case _ where word.hasPrefix("#"):
                tokens.skipLine()
            default:
                continue
            }
        }
    }

    private mutating func change(_ body: (inout Login) -> Void) {
        if let last = entries.indices.last { body(&entries[last].login) }
    }

    /// Reads the file; one that is not there has no logins.
    package static func load(_ path: String) throws(SettingsError) -> Netrc {
        guard let text = try TextFile.read(path) else { return Netrc() }
        var netrc = Netrc(text)
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o077 != 0,
            netrc.entries.contains(where: { $0.login.password != nil })
        {
            netrc.warning =
                tr(
                    "Others on this machine can read the passwords in \(VisibleText.make(path)); run "
                        + "'chmod 600' on it.")
        }
        return netrc
    }

    /// All entries in the order of the file; the machine is nil for `default`.
    var machines: [(machine: String?, login: Login)] { entries }

    /// The first entry that fits this host, as `default` fits every one, and this user where one is
    /// wanted: ftp, curl and lftp read no further either.
    package func login(host: String, user: String?) -> Login? {
        let host = host.lowercased()
        func fits(_ login: Login) -> Bool {
            user == nil || login.user == nil || login.user == user
        }
        return entries.first { ($0.machine ?? host) == host && fits($0.login) }?.login
    }

    /// What ACCT is to say for this user, nil for the anonymous one; an entry without a user is
    /// anyone's.
    package func account(host: String, user: String?) -> String? {
        guard let login = login(host: host, user: user), login.user == nil || login.user == user
        else { return nil }
        return login.account
    }

    /// Words between blanks; one that starts with `"` goes to the next `"`, with `\` before signs
    /// that stand for themselves.
    private struct Tokens {
        private var rest: Substring

        init(_ text: String) {
            rest = text[...]
        }

        mutating func next() -> String? {
            rest = rest.drop { $0.isWhitespace }
            guard let first = rest.first else { return nil }
            if first != "\"" {
                let word = rest.prefix { !$0.isWhitespace }
                rest = rest.dropFirst(word.count)
                return String(word)
            }
            rest.removeFirst()
            var word = ""
            while let character = rest.popFirst(), character != "\"" {
                word.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
            }
            return word
        }

        mutating func skipLine() {
            rest = rest.drop { !$0.isNewline }
        }

        /// To the first empty line.
        mutating func skipMacro() {
            skipLine()
            while !rest.isEmpty {
                rest.removeFirst()
                if rest.first?.isNewline ?? true { return }
                skipLine()
            }
        }
    }
}
