import Files
import Glibc
import Words

/// The password that visitors of a share need.
struct SharePassword {
    /// Nil where no user was named.
    let secret: Secret?
    /// Whether Ferry made it, so that it must be shown.
    let isMade: Bool

    /// From --password-file, else from FERRY_PASSWORD, else asked for on the terminal; where there
    /// is none, or nothing is typed, one is made.
    init(_ command: Share) throws {
        guard command.user != nil else {
            secret = nil
            isMade = false
            return
        }
        let given =
            try ConnectionOptions.password(file: command.passwordFile) ?? SharePassword.ask()
        if let given, !given.reveal().isEmpty {
            secret = given
            isMade = false
        } else if command.passwordFile != nil {
            throw Failure.usage(tr("The password file is empty; a share needs a password."))
        } else {
            secret = SharePassword.make()
            isMade = true
        }
    }

    /// Twelve letters and digits that look like no others.
    private static func make() -> Secret {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        var generator = SystemRandomNumberGenerator()
        return Secret(
            String((0..<12).compactMap { _ in letters.randomElement(using: &generator) }))
    }

    /// Nil where stdin or stderr is no terminal.
    private static func ask() -> Secret? {
        guard StandardError.isTerminal, isatty(STDIN_FILENO) == 1,
            let terminal = ControllingTerminal()
        else { return nil }
        let typed = terminal.read(
            tr("Password for visitors (leave empty to generate one):") + " ", isHidden: true,
            limit: 4_096)
        guard case .line(let bytes) = typed else { return nil }
        return Secret(String(decoding: bytes, as: UTF8.self))
    }
}
