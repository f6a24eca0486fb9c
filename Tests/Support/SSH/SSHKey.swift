import Glibc

/// A key pair made by a test with ssh-keygen: a user's or a server's.
package struct SSHKey: Sendable {
    package enum Algorithm: String, Sendable { case ed25519, ecdsa }

    /// The key file's bytes.
    package let secret: [UInt8]
    /// The type and the key, as files of known hosts and of authorized keys have them.
    package let publicText: String
    /// `SHA256:…`, as ssh shows it.
    package let fingerprint: String
    /// What the file is locked with; nil where it is open.
    package let passphrase: String?

    /// What test users log in with: every server made by `SSHServer` knows both.
    package static func user() throws -> SSHKey { try madeUser.get() }
    package static func lockedUser() throws -> SSHKey { try madeLockedUser.get() }

    private static let madeUser = Result { try SSHKey() }
    private static let madeLockedUser = Result { try SSHKey(passphrase: "open sesame") }

    package init(_ algorithm: Algorithm = .ed25519, passphrase: String? = nil) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("key")
        let made = try CommandOutput(
            ["ssh-keygen", "-q", "-t", algorithm.rawValue, "-C", "", "-N", passphrase ?? ""]
                + ["-f", file])
        let shown = try CommandOutput(["ssh-keygen", "-l", "-f", file + ".pub"])
        let words = shown.text.split(separator: " ")
        guard made.code == 0, words.count > 1, let secret = folder.read("key"),
            let publicLine = folder.read("key.pub")
        else {
            throw RealServer.Failure(
                description: "ssh-keygen makes no key (\(made.errors)\(shown.errors)): "
                    + "run Tests/run --prepare")
        }
        self.secret = secret
        self.passphrase = passphrase
        publicText = String(decoding: publicLine, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).prefix(2).joined(separator: " ")
        fingerprint = String(words[1])
    }

    /// Writes the key file, readable by its owner alone.
    func write(to name: String, in folder: TemporaryFolder) throws {
        try folder.write(secret, to: name)
        guard chmod(folder.path(name), 0o600) == 0 else {
            throw RealServer.Failure(description: "\(folder.path(name)) cannot be made private")
        }
    }
}
