package import Files
package import Transport

/// What carries packets to one server and back: a stream, and the program behind it. Belongs to one
/// worker; its stream's socket is held by the interrupter that it was opened with.
package protocol Carrier: AnyObject {
    /// The program's standard input and output.
    var stream: any ByteStream { get }
    /// Whether the user is being asked for something, or was since this was last looked at: nothing
    /// comes until there is an answer.
    var isAsking: Bool { get }
    /// Whether SFTP's first packet was sent already, to which only the answer is missing.
    var isGreeted: Bool { get }
    /// Why the stream has ended, or carries no packets, as far as the program has said: waits for its
    /// last words, two seconds at most. Nil where it has said nothing that explains it.
    func failure() -> FileSystemError?
    /// Closes the stream, and ends the program with all that it has started, within two seconds; does
    /// not wait for that. A second call does nothing.
    func close()
}

extension Carrier {
    package var isAsking: Bool { false }
    package var isGreeted: Bool { false }
}

/// What one file moves over beside the first carrier.
package enum SideKind: Sendable {
    /// A channel of the same connection.
    case channel
    /// A connection of its own, to the same account.
    case connection
}

/// Starts what carries packets; any thread may hold one, a worker at a time uses it.
package protocol CarrierOpener: Sendable {
    /// Starts the program; it may still be logging in when this returns. The stream is held by
    /// `interrupter`.
    func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier
    /// Takes in what the server has said first on the carrier that `open` gave last. False where that one
    /// shares a login with others, and the server cannot keep them apart: it is to be closed, and opened anew.
    func suits(_ version: ServerVersion) -> Bool
    /// One more beside the one that `open` gave last, for moving one file over several; its stream is
    /// held by `interrupter`, which may be another. Nobody is asked for it. Nil where there can be none;
    /// it does not wait for the server, and one that is refused ends.
    func openAnother(
        _ kind: SideKind, _ interrupter: Interrupter
    ) throws(FileSystemError) -> (any Carrier)?
    /// Has the login shell run a shell that reads `script`, over the connection that `open` gave last; its
    /// stream is held by `interrupter`. It never logs in, and never asks. Throws `.cancelled` where it was
    /// interrupted, and `.timeout` where nothing answers.
    func openShell(
        reading script: [UInt8], _ interrupter: Interrupter
    ) throws(FileSystemError) -> ShellOpening
    /// Starts what carries packets with a command for the server's login shell in place of its
    /// subsystem; nil where there is no such shell.
    func open(
        running command: String, _ interrupter: Interrupter
    ) throws(FileSystemError) -> (any Carrier)?
}

extension CarrierOpener {
    package func suits(_ version: ServerVersion) -> Bool { true }

    package func openAnother(
        _ kind: SideKind, _ interrupter: Interrupter
    ) throws(FileSystemError) -> (any Carrier)? { nil }

    package func openShell(
        reading script: [UInt8], _ interrupter: Interrupter
    ) throws(FileSystemError) -> ShellOpening { .unavailable }

    package func open(
        running command: String, _ interrupter: Interrupter
    ) throws(FileSystemError) -> (any Carrier)? { nil }
}
