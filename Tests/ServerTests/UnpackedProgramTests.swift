import Support
import Testing

@Suite("What Tests/run unpacks")
struct UnpackedProgramTests {
    @Test("Servers can read it after they have become the test user")
    func readable() throws {
        // Whoever starts makes the account.
        _ = try startedServer(.apacheDAV)
        let program = try UnpackedProgram(package: "apache2-bin", file: "/usr/sbin/apache2")
        let search = "found=$(find \"$0\" ! -readable -print -quit) && test -z \"$found\""
        let code = Command.run([
            "setpriv", "--reuid=\(WebServer.user)", "--regid=\(WebServer.user)", "--clear-groups",
            "sh", "-c", search, program.prefix + "/usr/lib",
        ])
        #expect(code == 0, "\(WebServer.user) cannot read all of \(program.prefix)/usr/lib")
    }
}
