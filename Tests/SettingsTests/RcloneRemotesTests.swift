import Files
import Glibc
import Support
import Testing

@testable import Settings

@Suite("rclone's list of its remotes")
struct RcloneRemotesTests {
    private func program(_ script: String) throws -> (TemporaryFolder, String) {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\n\(script)\n", to: "rclone")
        chmod(folder.path("rclone"), 0o700)
        return (folder, "exec '\(folder.path("rclone"))'")
    }

    @Test("A line each is a remote; what no URL can name, and what was cut off, is none")
    func names() {
        let output = "web:\nMy nas:\nbad/name:\n\u{1B}[2J:\n-x:\nno colon\ncut"
        #expect(RcloneRemotes.names(Array(output.utf8)) == ["web", "My nas"])
        let many = (0..<3_000).map { "r\($0):\n" }.joined()
        #expect(RcloneRemotes.names(Array(many.utf8)).count == RcloneRemotes.limit)
    }

    @Test("It is asked for the list, and never for a password")
    func asked() throws {
        let (folder, command) = try program("echo \"$@\" >\"${0%/*}/arguments\"; echo nas:")
        let remotes = try RcloneRemotes.load(program: command)
        #expect(remotes == [Site(scheme: .rclone, host: "nas")])
        #expect(
            folder.read("arguments") == Array("listremotes --ask-password=false\n".utf8))
    }

    @Test("What it says where it fails is one sentence; one that takes too long is ended")
    func trouble() throws {
        let (folder, failing) = try program("echo 'it is \u{1B}[1mlocked' >&2; exit 1")
        let error = #expect(throws: SettingsError.self) {
            try RcloneRemotes.load(program: failing)
        }
        #expect(error?.description.hasPrefix("rclone: It did not list its remotes (it is ") == true)
        #expect(error?.description.contains("\u{1B}") == false)
        let (other, hanging) = try program("exec sleep 1000")
        let late = #expect(throws: SettingsError.self) {
            try RcloneRemotes.load(program: hanging)
        }
        #expect(late?.description.contains("within 2 seconds") == true)
        #expect(folder.exists("rclone") && other.exists("rclone"))
    }
}
