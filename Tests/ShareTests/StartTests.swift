import Files
import Jobs
import Support
import Testing

@testable import Share

@Suite struct StartTests {
    private func failure(_ change: (inout ShareRequest) -> Void) throws -> String {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write("no certificate", to: "junk")
        var request = ShareRequest(folder: Path(folder.path), port: 0)
        change(&request)
        let server = ShareServer(request, log: { _ in }, changed: { _ in })
        let error = #expect(throws: FileSystemError.self) { try server.start() }
        return error?.message ?? ""
    }

    @Test("What cannot be served is said in one sentence") func failures() throws {
        let busy = try TestShare()
        #expect(
            try failure { $0.port = busy.port }
                == "Another program uses port \(busy.port); choose another port.")
        #expect(
            try failure { $0.folder = Path("/no/such/folder") }
                == "There is no directory /no/such/folder.")
        #expect(
            try failure { $0.folder = Path("/etc/passwd") }
                == "/etc/passwd is a file; share its directory.")
        #expect(
            try failure { $0.address = "192.0.2.1" }
                == "192.0.2.1 is not an address of this machine.")
        #expect(
            try failure { $0.address = "example.org" }.hasPrefix(
                "'example.org' is not an address; "))
        let missing = "/no/such.pem"
        #expect(
            try failure { $0.encryption = .given(certificate: missing, key: missing) }
                == "/no/such.pem cannot be read (No such file or directory).")
        #expect(
            try failure {
                let junk = $0.folder.text + "/junk"
                $0.encryption = .given(certificate: junk, key: junk)
            }.contains("contains no certificate in PEM form"))
    }

    @Test("A key that belongs to another certificate is refused") func otherKey() throws {
        let folder = try TemporaryFolder()
        try folder.write(TestCertificate().certificate, to: "a.pem")
        try folder.write(TestCertificate().key, to: "b.key")
        let text = try failure {
            $0.encryption = .given(
                certificate: folder.path("a.pem"), key: folder.path("b.key"))
        }
        #expect(text.hasPrefix("The key in \(folder.path("b.key")) does not belong to "))
    }

    @Test("The status says where the share is, and whom it is open to") func status() throws {
        let share = try TestShare(request: {
            $0.access = .pin
            $0.isWritable = true
        })
        let status = share.server.status
        #expect(status.state == .serving)
        #expect(status.urls == ["http://127.0.0.1:\(share.port)/"])
        #expect(status.audience == "Only this machine can reach it, with the PIN.")
        #expect(status.pin?.count == 6)
        #expect(status.code == QRCode("http://127.0.0.1:\(share.port)/"))
        let open = try TestShare(request: { $0.address = "0.0.0.0" }).server.status
        #expect(
            open.audience == "Everyone who can reach this machine over the network may read it.")
        #expect(!open.urls.isEmpty)
        #expect(!open.urls.contains { $0.contains("0.0.0.0") })
    }

    @Test("Loopback is told by any spelling of it") func loopback() {
        for address in ["127.0.0.1", "127.9.8.7", "::1", "localhost", "::ffff:127.0.0.1"] {
            #expect(Addresses.isLoopback(address))
        }
        for address in ["0.0.0.0", "::", "192.168.1.7", "::ffff:10.0.0.1", "127.0.0.1.x", ""] {
            #expect(!Addresses.isLoopback(address))
        }
        #expect(Addresses.isAny("0.0.0.0") && Addresses.isAny("::"))
        #expect(!Addresses.isAny("127.0.0.1"))
    }
}
