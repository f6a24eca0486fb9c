import Files
import Glibc

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
            throw Failure.usage("The password file is empty; a share's password cannot be.")
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
        var before = termios()
        guard StandardError.isTerminal, tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            StandardError.write("\n")
        }
        StandardError.write("Password for visitors (nothing: one is made): ")
        return readLine().map { Secret($0) }
    }
}
