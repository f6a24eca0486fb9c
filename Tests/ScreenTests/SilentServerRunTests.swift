import DemoServer
import Support
import Testing

/// Each meeting has files and servers of its own, and many are on their way at once.
@Suite("Commands, and servers that fall silent or hang up at any request")
struct SilentServerRunTests {
    /// Places at which an answer is to be had without, too.
    private func check(
        _ meetings: [SilentMeeting], optional: Set<String> = [],
        _ body: @escaping @Sendable (SilentMeeting) throws -> SilentMeeting.Result
    ) throws {
        let results = SilentMeeting.run(meetings, body)
        #expect(results.count == meetings.count)
        for (meeting, outcome) in results {
            let result = try outcome.get()
            let story = "\(meeting): \(result)"
            // Three tries, two waits in each, and what is between; the rest is for a busy machine.
            #expect(result.seconds < 40, "\(story)")
            #expect(result.code == 0 || result.code == 1, "\(story)")
            #expect(result.leftovers == [], "\(story)")
            let lines = result.errors.split(separator: "\n")
            #expect(lines.allSatisfy { $0.hasPrefix("ferry: ") }, "\(story)")
            let retries = lines.filter { $0.contains("Trying again") }
            // What an upload has brought there is found by a later try, and counts as progress.
            #expect(retries.count <= (meeting.triesTwice ? 1 : meeting.sends ? 6 : 2), "\(story)")
            if result.code == 1 {
                #expect(lines.last.map { !$0.contains("Trying again") } ?? false, "\(story)")
            } else {
                // What an upload clears away, it can do without; what is to go, it cannot.
                let isOptional =
                    optional.contains(meeting.place)
                    || meeting.sends && meeting.place == "REMOVE"
                #expect(!result.hasFailed || isOptional, "\(story)")
            }
        }
        #expect(results.contains { (try? $0.result.get().hasFailed) ?? false })
    }

    @Test("SFTP")
    func sftp() throws {
        let program = try TemporaryFolder()
        try program.write(FailingSFTPProgram.source, to: "server.py")
        let path = program.path("server.py")
        try check(
            SilentMeeting.all([
                "INIT": "ls,get,mv", "REALPATH": "stat,put", "OPENDIR": "ls,rm -r",
                "READDIR": "find,get -r", "LSTAT": "du,chmod,mv", "FSTAT": "get", "STAT": "cp",
                "OPEN": "cat,mv down,put", "READ": "checksum,get,cp", "WRITE": "put,mv up",
                "CLOSE": "put,get -r", "RENAME": "mv,put", "REMOVE": "rm,rm -r",
                "MKDIR": "mkdir,put -r", "RMDIR": "rm -r", "SETSTAT": "chmod", "FSETSTAT": "put",
                "SYMLINK": "ln",
            ]), optional: ["CLOSE", "STAT", "FSTAT", "LSTAT", "READLINK", "SETSTAT"]
        ) { meeting in
            let folder = try Ferry.folder()
            try folder.makeFolder("root")
            try SilentMeeting.fill("root", of: folder)
            let environment = [
                "FERRY_SSH": "python3 \(path)", "FERRY_ROOT": folder.path("root"),
                "FERRY_FAULT": "\(meeting.place):\(meeting.failure.rawValue)",
                "FERRY_TRACE": folder.path("trace"),
            ]
            return try meeting.run("sftp://u@host", environment: environment, in: folder) {
                folder.exists("trace")
            }
        }
    }

    @Test("FTP")
    func ftp() throws {
        try check(
            SilentMeeting.all([
                FailingRelay.beginning: "ls,get", "AUTH": "stat", "USER": "ls", "PASS": "put",
                "FEAT": "du", "PWD": "cat", "TYPE": "get", "CWD": "rm", "EPSV": "ls,get",
                "MLSD": "find,rm -r", "MLST": "stat,put", "RETR": "cat,get,cp,mv down,checksum",
                "STOR": "put,mv up", "RNFR": "mv", "RNTO": "mv,put", "DELE": "rm,rm -r",
                "MKD": "mkdir,put -r", "RMD": "rm -r", "SITE": "chmod", "MFMT": "put",
                "QUIT": "ls,get",
            ]),
            optional: [
                "AUTH", "FEAT", "PWD", "TYPE", "CWD", "EPSV", "MLST", "SITE", "MFMT", "QUIT",
                "DELE",
                "RNFR", "MLSD",
            ]
        ) { meeting in
            let folder = try Ferry.folder()
            try folder.makeFolder("root")
            try SilentMeeting.fill("root", of: folder)
            let server = try DemoServer(root: folder.path("root"), options: .init(user: "u"))
            let relay = try FailingRelay(
                to: server.start(), at: meeting.place, meeting.failure)
            defer {
                relay.stop()
                server.stop()
            }
            return try meeting.run("ftp://u:p@127.0.0.1:\(relay.port)", in: folder) {
                relay.count > 0
            }
        }
    }

    @Test("WebDAV and HTTP", arguments: ["dav", "http"])
    func web(scheme: String) throws {
        let share = try RunningShare(["--writable"])
        let (root, port) = (share.root, share.port)
        try check(
            SilentMeeting.all([
                FailingRelay.beginning: "ls,get", "OPTIONS": "put,mkdir",
                "PROPFIND": "ls,stat,find,du,rm -r", "GET": "cat,get,cp,checksum,mv down",
                "HEAD": "stat,get", "PUT": "put,mv up", "MOVE": "mv,put", "DELETE": "rm,rm -r",
                "MKCOL": "mkdir,put -r", "PROPPATCH": "put",
            ]), optional: ["OPTIONS", "HEAD", "PROPPATCH", "PROPFIND", "MOVE", "DELETE", "MKCOL"]
        ) { meeting in
            let folder = try Ferry.folder()
            // Each has a directory of its own in what is shared.
            let name = meeting.description.replacing(" ", with: "").replacing(",", with: "")
            try root.makeFolder(name)
            try SilentMeeting.fill(name, of: root)
            let relay = try FailingRelay(to: port, at: meeting.place, meeting.failure)
            defer { relay.stop() }
            return try meeting.run("\(scheme)://127.0.0.1:\(relay.port)/\(name)", in: folder) {
                relay.count > 0
            }
        }
        withExtendedLifetime(share) {}
    }
}
