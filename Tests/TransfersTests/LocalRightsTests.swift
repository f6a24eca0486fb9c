import Disk
import Files
import Glibc
import Support
import Testing

@testable import Transfers

@Suite("The rights to write files of this machine") struct LocalRightsTests {
    private let folder: TemporaryFolder
    private let locks = KeyLocks()

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("d")
    }

    private func file(_ name: String) -> Path { Path(folder.path(name)) }

    @Test("Where names fold, each spelling is the same right, also once their directory is gone")
    func folded() throws {
        let rights = LocalRights(locks) { _ in true }
        #expect(try rights.take(file("d/File")))
        #expect(try !rights.take(file("d/FILE")))
        #expect(try rights.take(file("d/other")))
        #expect(rmdir(folder.path("d")) == 0)
        rights.release(file("d/File"))
        try folder.makeFolder("d")
        #expect(try rights.take(file("d/FILE")))
        rights.release(file("d/FILE"))
        #expect(try rights.take(file("d/file")))
    }

    @Test("That holds for each spelling of what is above, and of an accent, in all processes")
    func spellings() throws {
        // A directory is opened by the spelling that is asked for.
        try folder.makeFolder("D")
        let rights = LocalRights(locks) { _ in true }
        let others = LocalRights(locks) { _ in true }
        #expect(try rights.take(file("d/caf\u{E9}")))
        for name in ["d/cafe\u{301}", "d/CAF\u{C9}", "D/cafe\u{301}", "D/CAF\u{C9}"] {
            #expect(try !rights.take(file(name)), "\(name)")
            #expect(try !others.take(file(name)), "\(name)")
        }
        #expect(try rights.take(file("d/cafe")))
        rights.release(file("d/caf\u{E9}"))
        #expect(try others.take(file("D/CAFE\u{301}")))
    }

    @Test("Where they do not, each is its own") func exact() throws {
        let rights = LocalRights(locks)
        #expect(try rights.take(file("d/File")))
        #expect(try rights.take(file("d/FILE")))
        #expect(try !rights.take(file("d/File")))
        #expect(try rights.take(file("none/File")))
        rights.release(file("d/File"))
        #expect(try rights.take(file("d/File")))
    }
}
