import DemoServer
import Support
import Testing

@Suite("Uploads to FTP servers whose disk fails")
struct FailingDiskRunTests {
    private let folder: TemporaryFolder
    private static let bytes = [UInt8](repeating: 0x61, count: 5 << 19)

    init() throws {
        folder = try Ferry.folder()
        for name in ["put.bin", "mv.bin"] {
            try folder.write(FailingDiskRunTests.bytes, to: "here/\(name)")
        }
    }

    /// Both ways to send a file end with a sentence, and the source of a move stays. How often each was
    /// tried again.
    private func send(to url: String) throws -> [Int] {
        try ["put", "mv"].map { command in
            let outcome = try Outcome(
                [command, "--timeout", "1", "\(command).bin", url + "/new.bin"], in: folder)
            let lines = outcome.errors.split(separator: "\n")
            #expect(outcome.code == 1, "\(outcome)")
            #expect(lines.allSatisfy { $0.hasPrefix("ferry: ") }, "\(outcome)")
            #expect(folder.read("here/\(command).bin") == FailingDiskRunTests.bytes)
            return lines.count { $0.contains("Trying again") }
        }
    }

    @Test(
        "Whatever the server does about it, a command gives up after three tries",
        arguments: [
            Fault.finalReply(at: "STOR", "426 Failure writing to local file.\r\n"),
            .finalReply(at: "STOR", "451 Input/output error.\r\n"),
            .silentFinal(at: "STOR"), .resetData(at: "STOR", after: 1 << 20),
            .die(at: "STOR", after: 1 << 20), .stall(at: "STOR", after: 1 << 20),
        ])
    func demo(fault: Fault) throws {
        try folder.makeFolder("served")
        let server = try DemoServer(
            root: folder.path("served"), options: .init(user: "u"), behaviour: [.always(fault)])
        defer { server.stop() }
        let retries = try send(to: "ftp://u:p@127.0.0.1:\(server.start())")
        // What one try has left there, the next one finds: that is progress.
        #expect(retries.allSatisfy { (2...8).contains($0) }, "\(retries)")
    }

    @Test(
        "A disk that is full is tried once", arguments: ["452 No space.", "552 Quota exceeded."])
    func full(reply: String) throws {
        try folder.makeFolder("served")
        let server = try DemoServer(
            root: folder.path("served"), options: .init(user: "u"),
            behaviour: [.always(.finalReply(at: "STOR", reply + "\r\n"))])
        defer { server.stop() }
        #expect(try send(to: "ftp://u:p@127.0.0.1:\(server.start())") == [0, 0])
    }

    @Test(
        "pyftpdlib, whose files fail", .timeLimit(.minutes(5)),
        arguments: ["write", "close"], ["EIO", "EDQUOT"])
    func pyftpdlib(place: String, code: String) throws {
        if let obstacle = RealServer.obstacle(to: .pyftpdlib), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        let server = try RealServer(
            .pyftpdlib,
            extra: [
                "import errno",
                "from pyftpdlib.filesystems import AbstractedFS",
                "class Failing:",
                "    def __init__(self, file): self.file = file",
                "    def __getattr__(self, name): return getattr(self.file, name)",
                "    def fail(self, place):",
                "        if place == '\(place)': raise OSError(errno.\(code), 'disk')",
                "    def write(self, data):",
                "        if self.file.tell() > 300000: self.fail('write')",
                "        return self.file.write(data)",
                "    def close(self):",
                "        self.file.close()",
                "        self.fail('close')",
                "class FailingFS(AbstractedFS):",
                "    def open(self, name, mode): return Failing(super().open(name, mode))",
                "FTPHandler.abstracted_fs = FailingFS",
            ])
        let url = "ftp://\(RealServer.user):\(RealServer.user)@127.0.0.1:\(server.port)"
        let retries = try send(to: url)
        #expect(retries.allSatisfy { (1...6).contains($0) }, "\(retries)")
        withExtendedLifetime(server) {}
    }
}
