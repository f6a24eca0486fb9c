import Files
import Glibc
import Transport

/// Serves a program while it runs, and knows what its words mean; confined to its watch's queue.
protocol ProgramAttendant: AnyObject {
    /// What it waits for beside the program.
    var waits: [pollfd] { get }
    /// Why the program is to be ended; nil where it may go on.
    var verdict: FileSystemError? { get }
    /// Whether an answer to something that the program asked is awaited.
    var isAsking: Bool { get }
    /// Whether the program goes on once its stream is closed at one of its ends, since others use it:
    /// then whoever closes the last of theirs ends it.
    var outlivesStream: Bool { get }
    /// A line of the program's stderr, sanitised.
    func heard(_ line: String)
    /// Something of `waits` is there, or its wake pipe was written.
    func attend(_ ready: [pollfd])
    /// The stream has given bytes: what had to be asked was asked.
    func began()
    /// Nobody waits for the program any more: whatever is shown goes.
    func abandon()
    /// The program has ended; why, as far as its words say.
    func ended(_ ending: Subprocess.Ending) -> FileSystemError?
    /// Nothing is left of the program, however it ended.
    func vanished()
}

extension ProgramAttendant {
    var isAsking: Bool { false }
    var outlivesStream: Bool { false }
    func vanished() {}
}
