import Files
import Glibc
import Transport
import Words

/// Serves a program whose words nobody needs, but whether it ends well.
final class SilentAttendant: ProgramAttendant {
    var waits: [pollfd] { [] }
    var verdict: FileSystemError? { nil }
    func heard(_ line: String) {}
    func attend(_ ready: [pollfd]) {}
    func began() {}
    func abandon() {}

    func ended(_ ending: Subprocess.Ending) -> FileSystemError? {
        guard ending != .status(0) else { return nil }
        return FileSystemError(
            .other,
            detail: ending.sentence { status in
                tr("The program ended with status \(status).")
            } signal: { signal in
                tr("The program ended by signal \(signal).")
            } plain: {
                tr("The program ended.")
            })
    }
}
