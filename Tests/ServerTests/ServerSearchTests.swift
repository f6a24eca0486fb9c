import Files
import Support
import Testing

@testable import SFTP

@Suite("A server's sftp-server that its login shell finds")
struct ServerSearchTests {
    @Test(
        "It is used where the subsystem is of no use, and the log says how to name it",
        arguments: [
            SSHServer.Service.none, .program(after: "echo Good morning"),
            .program(after: "/nowhere/sftp-server || exit"),
        ])
    func found(service: SSHServer.Service) throws {
        try visit(SSHServer.started(service: service, extra: [path()]))
    }

    @Test("What the login scripts write before it is passed over")
    func noise() throws {
        let command = "ForceCommand echo Good morning; eval \"$SSH_ORIGINAL_COMMAND\""
        try visit(SSHServer.started(service: .program(), extra: [command, path()]))
    }

    /// The program need not be installed on this machine, only unpacked.
    private func path() -> String {
        guard
            let program = try? UnpackedProgram(
                package: "openssh-server", file: "/usr/lib/openssh/sftp-server")
        else { return "" }
        let directory = program.path.split(separator: "/").dropLast().joined(separator: "/")
        return "SetEnv PATH=/usr/bin:/bin:/\(directory)"
    }

    private func visit(_ server: SSHServer) throws {
        let bench = try LoginBench(server)
        try server.root.write("Hello!", to: "file")
        let files = try bench.connect()
        let path = Path(server.root.path("file"))
        #expect(try files.entry(at: path)?.size == 6)
        #expect(bench.log.contains { $0.contains("through its login shell") }, "\(bench.log)")
        #expect(bench.log.contains { $0.contains("sftp_server = ") })
        files.close()
        #expect(bench.isEmptySoon)
    }

    @Test("Where there is none either, the first reason is told")
    func nowhere() throws {
        let command = "ForceCommand echo Good morning; exit 127"
        let bench = try LoginBench(SSHServer.started(extra: [command]))
        let error = #expect(throws: FileSystemError.self) { _ = try bench.connect() }
        #expect(error?.message.contains("Good morning") == true, "\(error?.message ?? "")")
        #expect(bench.isEmptySoon)
    }
}
