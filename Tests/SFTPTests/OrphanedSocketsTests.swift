import Glibc
import Support
import Testing

@testable import SFTP

@Suite("Sockets that a killed Ferry has left")
struct OrphanedSocketsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A socket without anybody behind it.
    private func makeSocket(_ name: String) throws {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let address = try #require(UnixAddress(folder.path(name)))
        #expect(address.withPointer { bind(descriptor, $0, $1) } == 0)
    }

    /// A directory as a killed Ferry leaves it.
    private func leave(_ name: String, mode: UInt32 = 0o700) throws {
        try folder.makeFolder(name)
        try folder.write([UInt8](), to: "\(name)/owner")
        try makeSocket("\(name)/m")
        chmod(folder.path(name), mode)
    }

    @Test("Those of dead processes go, with the sockets in them")
    func dead() throws {
        try leave("ferry-aB3dEf")
        try leave("ferry-000000")
        try makeSocket("ferry-000000/m.0123456789abcdef")
        OrphanedSockets.remove(in: folder.path)
        #expect(folder.names.isEmpty)
    }

    @Test("One that is in use stays, and goes with its owner")
    func living() throws {
        do {
            let directory = try #require(PrivateDirectory(in: folder.path, name: "m"))
            try makeSocket(String(directory.path.dropFirst(folder.path.count + 1)))
            OrphanedSockets.remove(in: folder.path)
            #expect(access(directory.path, F_OK) == 0)
        }
        #expect(folder.names.isEmpty)
    }

    @Test("A program that was killed holds nothing any more")
    func killed() throws {
        try leave("ferry-aB3dEf")
        let holder = try ChildProcess(
            ["flock", folder.path("ferry-aB3dEf/owner"), "sh", "-c", "echo held; exec sleep 600"],
            log: folder.path("holder.log"))
        let deadline = Deadline(seconds: 20)
        while (folder.read("holder.log") ?? []).isEmpty, deadline.isOpen { poll(nil, 0, 5) }
        OrphanedSockets.remove(in: folder.path)
        #expect(folder.exists("ferry-aB3dEf/m"))
        holder.stop()
        // What it had started has the lock, too, until that is gone.
        let end = Deadline(seconds: 20)
        repeat {
            OrphanedSockets.remove(in: folder.path)
            if !folder.exists("ferry-aB3dEf") { break }
            poll(nil, 0, 5)
        } while end.isOpen
        #expect(!folder.exists("ferry-aB3dEf"))
    }

    @Test("What is not exactly what Ferry makes is not touched")
    func others() throws {
        try folder.makeFolder("elsewhere")
        try folder.write("precious", to: "elsewhere/file")
        // Everybody may come in; other names; no mark; more in it; a link in it or in its place.
        try leave("ferry-open00", mode: 0o755)
        for name in ["ferry-short", "ferry-toolong", "ferry-a.b.c-", "Ferry-aB3dEf"] {
            try leave(name)
        }
        try folder.makeFolder("ferry-nomark")
        try makeSocket("ferry-nomark/m")
        chmod(folder.path("ferry-nomark"), 0o700)
        try leave("ferry-filled")
        try folder.write("precious", to: "ferry-filled/file")
        try leave("ferry-nested")
        try folder.makeFolder("ferry-nested/m2")
        try leave("ferry-linked")
        unlink(folder.path("ferry-linked/m"))
        #expect(symlink(folder.path("elsewhere/file"), folder.path("ferry-linked/m")) == 0)
        try leave("ferry-marked")
        unlink(folder.path("ferry-marked/owner"))
        #expect(symlink(folder.path("elsewhere/file"), folder.path("ferry-marked/owner")) == 0)
        try leave("ferry-spoken")
        try folder.write("words", to: "ferry-spoken/owner")
        #expect(symlink("ferry-filled", folder.path("ferry-aliasx")) == 0)
        let before = folder.names.sorted()
        OrphanedSockets.remove(in: folder.path)
        #expect(folder.names.sorted() == before)
        #expect(folder.read("elsewhere/file") == Array("precious".utf8))
        for name in [
            "open00", "short", "toolong", "a.b.c-", "nomark", "filled", "nested", "spoken",
        ] {
            #expect(folder.exists("ferry-\(name)/m"), "\(name)")
        }
        chown(folder.path("ferry-open00"), 1, 1)
        chmod(folder.path("ferry-open00"), 0o700)
        OrphanedSockets.remove(in: folder.path)
        #expect(getuid() != 0 || folder.exists("ferry-open00/m"))
    }
}
