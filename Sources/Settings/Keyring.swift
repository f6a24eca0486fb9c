package import Files
import Glibc
import Words

/// The user's own keyring, through libsecret's `secret-tool`: the only place where a password is
/// kept, and only where the user says so. Secrets go to and fro by pipes, never as arguments.
package struct Keyring: Sendable {
    /// Bytes of a password.
    static let limit = 4_096
    /// Seconds: the keyring may ask its owner to unlock it.
    private static let timeout = 60.0

    private let tool: String

    /// Nil where `secret-tool` is in none of the directories of `path` (as in PATH).
    package init?(path: String?) {
        let places: [String] = (path ?? "").split(separator: ":").map { "\($0)/secret-tool" }
        let found = places.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
        guard let found else { return nil }
        tool = found
    }

    /// The password of a site's user; nil where there is none, or the keyring cannot be asked.
    /// Not for the main thread.
    package func lookUp(_ site: Site) -> Secret? {
        guard let attributes = Keyring.attributes(of: site),
            let ending = try? HelperProgram.run(
                [tool, "lookup"] + attributes, limit: Keyring.limit, timeout: Keyring.timeout),
            ending.status == 0, !ending.output.isEmpty, ending.output.count < Keyring.limit
        else { return nil }
        return String(validating: ending.output, as: UTF8.self).map { Secret($0) }
    }

    /// Keeps the password of a site's user, in place of an earlier one. Not for the main thread.
    package func keep(_ secret: Secret, for site: Site) throws(SettingsError) {
        func failure(_ words: String) -> SettingsError {
            SettingsError(file: tool, tr("The password for \(site.text) was not saved (\(words))."))
        }
        guard let attributes = Keyring.attributes(of: site) else {
            throw failure(tr("the keyring does not accept this user or host"))
        }
        let bytes = Array(secret.reveal().utf8)
        guard !bytes.isEmpty, bytes.count < Keyring.limit else {
            throw failure(
                tr(
                    "the keyring does not accept an empty password or one of \(bytes.count) "
                        + "bytes"))
        }
        let ending: HelperProgram.Ending
        do throws(HelperProgram.Failure) {
            ending = try HelperProgram.run(
                [tool, "store", "--label=Ferry: \(site.text)"] + attributes, input: bytes,
                limit: Keyring.limit, timeout: Keyring.timeout)
        } catch {
            switch error {
            case .notStarted(let reason?):
                throw failure(tr("secret-tool could not be started (\(reason))"))
            case .notStarted(nil):
                throw failure(tr("secret-tool could not be started"))
            case .late:
                throw failure(tr("secret-tool did not answer in time"))
            }
        }
        guard ending.status == 0 else {
            let words = HelperProgram.firstLine(ending.complaint)
            throw failure(
                words.isEmpty
                    ? tr("secret-tool failed")
                    : tr("secret-tool says '\(VisibleText.make(words, limit: 200))'"))
        }
    }

    /// What a secret is found by: an account is the same for ftp, ftps and ftpes. Nil for what
    /// could be taken for an option.
    private static func attributes(of site: Site) -> [String]? {
        guard let user = site.user, !user.isEmpty, !user.hasPrefix("-"), !site.host.isEmpty,
            !site.host.hasPrefix("-")
        else { return nil }
        return [
            "application", "ferry", "protocol", site.scheme.account.rawValue,
            "server", site.host.lowercased(), "port", String(site.port), "user", user,
        ]
    }
}
