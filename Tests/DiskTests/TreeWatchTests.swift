import Dispatch
import Files
import Glibc
import Support
import Testing

@testable import Disk

@Suite("Trees that are watched")
struct TreeWatchTests {
    /// Seconds after which nobody waits any longer for what has to come.
    private static let patience = 60.0

    @Test("What is left out is not told, and does not keep the rest from being told")
    func leftOut() throws {
        let folder = try TemporaryFolder()
        let watch = try TreeWatch(of: Path(folder.path)) { path, _ in
            path.name?.text.hasSuffix(".log") == true
        }
        try folder.write("x", to: "a.log")
        #expect(try watch.wait(settled: 0.1, longest: 1e6, timeout: 0) == .timedOut)
        try folder.write("x", to: "a")
        // It goes on quicker than the rest settles.
        let (flood, path) = (DispatchSource.makeTimerSource(), folder.path("b.log"))
        flood.setEventHandler { close(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)) }
        flood.schedule(deadline: .now(), repeating: .milliseconds(5))
        flood.activate()
        defer { flood.cancel() }
        DispatchQueue.global().asyncAfter(deadline: .now() + TreeWatchTests.patience) {
            [interruption = watch.interruption] in interruption.interrupt()
        }
        #expect(try watch.wait(settled: 0.1, longest: 1e6, timeout: nil) == .changed)
    }
}
