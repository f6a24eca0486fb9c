import Files
import Glibc
import Support
import Testing

@testable import Local

@Suite struct NameChangesTests {
    let folder: TemporaryFolder
    let changes = NameChanges(folders: Folders())

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("a", to: "a")
        try folder.write("b", to: "b")
        try folder.makeFolder("d")
    }

    private func kind(_ body: () throws(FileSystemError) -> Void) -> FileSystemError.Kind? {
        do throws(FileSystemError) {
            try body()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("A new name takes another's place only where that is wanted") func rename() throws {
        let (a, b) = (folder.at("a"), folder.at("b"))
        #expect(
            kind { () throws(FileSystemError) in
                try changes.rename(a, to: b, isReplacing: false)
            } == .exists)
        #expect(folder.read("b") == Array("b".utf8))
        try changes.rename(a, to: b, isReplacing: true)
        #expect(folder.read("b") == Array("a".utf8))
        #expect(!folder.exists("a"))
    }

    @Test("A directory that was renamed is not written into under its old name") func forgotten()
        throws
    {
        let inner = folder.at("d/x")
        try changes.makeDirectory(inner, mode: nil, root: nil)
        try changes.rename(folder.at("d"), to: folder.at("e"), isReplacing: false)
        #expect(
            kind { () throws(FileSystemError) in
                try changes.makeDirectory(inner, mode: nil, root: nil)
            } == .notFound)
    }

    @Test("Nothing outside of the root is touched, and no link below it followed") func root()
        throws
    {
        let inside = folder.at("d")
        #expect(
            kind { () throws(FileSystemError) in
                try changes.makeDirectory(folder.at("new"), mode: nil, root: inside)
            } == .denied)
        guard symlink("..", folder.path("d/up")) == 0 else {
            Issue.record("no link")
            return
        }
        let leak = folder.at("d/up/a")
        let answers = changes.removeFiles([leak], root: inside)
        #expect(answers.count == 1)
        #expect(throws: FileSystemError.self) { try answers.first?.get() }
        #expect(folder.exists("a"))
    }

    @Test("Each name that is to go has its own answer") func removal() throws {
        let answers = changes.removeFiles(
            [folder.at("a"), folder.at("gone"), folder.at("b")], root: nil)
        #expect(answers.map { (try? $0.get()) != nil } == [true, false, true])
        try folder.write("x", to: "d/x")
        let folders = changes.removeDirectories([folder.at("d")], root: nil)
        #expect(kind { () throws(FileSystemError) in try folders[0].get() } == .notEmpty)
    }

    @Test("The root directory has no name to change") func slash() {
        #expect(
            kind { () throws(FileSystemError) in
                try changes.makeDirectory(.root, mode: nil, root: nil)
            } == .isDirectory)
    }
}
