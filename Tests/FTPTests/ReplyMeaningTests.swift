import Files
import Testing

@testable import FTP

@Suite("Refusals are understood from their words")
struct ReplyMeaningTests {
    @Test(
        "The text of a 550 says what is wrong",
        arguments: [
            ("550 No such file or directory", .notFound), ("550 a: File not found", .notFound),
            ("550 Permission denied.", .denied), ("550 Access is denied.", .denied),
            ("550 File exists", .exists), ("550 /x: directory already exists", .exists),
            ("550 Not a directory", .notDirectory), ("550 Directory not empty", .notEmpty),
            ("550 a: Is a directory", .isDirectory), ("550 not a plain file.", .isDirectory),
            ("550 Disk quota exceeded", .full), ("550 Failed to open file.", .other),
            ("451 Failure writing to local file.", .full), ("451 Disk is full", .full),
            ("550 Not enough disk space", .full), ("451 Failure reading local file.", .other),
            ("552 whatever", .full), ("452 whatever", .full), ("502 no", .unsupported),
            ("521 exists", .exists), ("530 log in", .login), ("426 broke", .connection),
        ] as [(String, FileSystemError.Kind)])
    func kinds(text: String, kind: FileSystemError.Kind) {
        let reply = Reply(code: Int(text.prefix(3)) ?? 0, lines: [Array(text.utf8)])
        #expect(ReplyMeaning.kind(reply) == kind)
    }

    @Test("An error names the file, the host, and quotes the reply")
    func message() {
        let reply = Reply(code: 550, lines: [Array("550 Permission denied.".utf8)])
        let site = Site(scheme: .ftp, host: "web01")
        let error = ReplyMeaning.error(reply, .read, Path("/a/b"), on: site)
        #expect(
            error.message
                == "/a/b could not be read. web01 does not allow it. (550 Permission denied.)")
    }

    @Test("Codes that need words have them, others stay silent")
    func words() {
        #expect(
            ReplyWords.explain(code: 426, text: "426 x") == "The server closed the data connection."
        )
        #expect(ReplyWords.explain(code: 226, text: "226 ok") == nil)
        #expect(
            ReplyWords.explain(code: 550, text: "550 Permission denied")
                == "You do not have permission for this.")
    }
}
