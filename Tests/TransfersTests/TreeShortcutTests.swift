import Files
import Jobs
import Support
import Synchronization
import Testing
import Work

@testable import Transfers

@Suite("A tree that its server may remove in one exchange")
struct TreeShortcutTests {
    private let volume = MemoryVolume()

    init() {
        for folder in 0..<20 {
            for file in 0..<5 { volume.add("/top/\(folder)/\(file)", "x") }
        }
        volume.add("/beside", "stays")
    }

    private func remove(_ files: RemovingMemoryFileSystem) throws -> TaskControl {
        let control = TaskControl(of: JobID(rawValue: 1), done: 0, throttle: Throttle())
        var removal = TreeRemoval(source: files, control: control, root: .root)
        try removal.run(Path("/top"))
        #expect(removal.summary(Path("/top")) == nil)
        return control
    }

    private var isGone: Bool { volume.text("/top/0/0") == nil && volume.text("/beside") == "stays" }

    @Test("It is used where the walk would take longer, and all files are counted")
    func worthwhile() throws {
        let files = RemovingMemoryFileSystem(volume, delay: 0)
        let control = try remove(files)
        #expect(files.asked == [Path("/top")])
        #expect(isGone)
        #expect(control.removed.load(ordering: .relaxed) == 100)
        #expect(try files.entry(at: Path("/top")) == nil)
    }

    @Test("What is left is walked", arguments: ["/top/3/3", "/top/19/4"])
    func partly(left: String) throws {
        let files = RemovingMemoryFileSystem(volume, delay: 0, leaves: [Path(left)])
        let control = try remove(files)
        #expect(files.asked == [Path("/top")])
        #expect(isGone)
        #expect(control.removed.load(ordering: .relaxed) == 100)
        #expect(try files.entry(at: Path("/top")) == nil)
    }

    @Test("A walk that is over sooner is walked", arguments: [nil, 1_000.0])
    func walked(delay: Double?) throws {
        let files = RemovingMemoryFileSystem(volume, delay: delay)
        _ = try remove(files)
        #expect(files.asked.isEmpty)
        #expect(isGone)
        #expect(try files.entry(at: Path("/top")) == nil)
    }
}
