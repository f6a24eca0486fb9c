import Files
import Glibc
import Jobs
import Support
import Testing

@testable import Share

/// The ways out of a shared folder that were tried on other servers.
@Suite struct TraversalTests {
    static let spellings = [
        "/../secret", "/..", "/../", "/../../secret", "/../../../../../../../../etc/passwd",
        "/sub/../../secret", "/sub/../secret", "/./../secret", "/sub/./../../secret",
        "/%2e%2e/secret", "/%2E%2E/secret", "/.%2e/secret", "/%2e./secret", "/%2e%2e%2fsecret",
        "/..%2fsecret", "/..%2Fsecret", "/%2e%2e%5csecret", "/..%5csecret", "/..\\secret",
        "/sub\\..\\..\\secret", "/%2f%2e%2e/secret", "/sub%2f..%2f..%2fsecret", "/sub/..%00/secret",
        "/..%00/secret", "/%00", "/inside.txt%00.html", "/inside.txt%00", "/%252e%252e/secret",
        "/%252e%252e%252fsecret", "/..%252fsecret", "/%25252e%25252e/secret",
        "/%c0%ae%c0%ae/secret", "/%c0%ae%c0%ae%c0%afsecret", "/..%c0%afsecret",
        "/%e0%80%ae%e0%80%ae/secret", "/%f0%80%80%ae%f0%80%80%ae/secret", "/..%c1%9csecret",
        "/%uff0e%uff0e/secret", "/%u002e%u002e/secret", "/\u{FF0E}\u{FF0E}/secret",
        "/%ef%bc%8e%ef%bc%8e/secret", "/..;/secret", "/..;a=b/secret", "/sub/..;/..;/secret",
        "/.../secret", "/..../secret", "/....//secret", "/...\\secret", "//../secret",
        "///..//..//secret", "/sub//../../secret", "/..//secret", "/%2e%2e//secret", "/..?/secret",
        "/../secret?a", "/../secret#a", "/~/secret", "/~root/secret", "/C:/secret", "/C:\\secret",
        "/%2fetc%2fpasswd", "//etc/passwd", "/%5c%5cserver%5cshare", "/file:///etc/passwd",
        "/proc/self/root/etc/passwd", "/dev/null", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/sub/%2e%2e/%2e%2e/secret", "/%2e%2e%ffsecret", "/%", "/%2", "/%zz", "/..%",
        "http://localhost/../secret", "http://localhost/%2e%2e/secret", "/sub/up/secret",
        "/up/secret", "/link", "/sub/link",
    ]

    @Test("Nothing outside the folder is served, by no spelling", arguments: spellings)
    func stays(_ spelling: String) throws {
        let outer = try TemporaryFolder(isInMemory: true)
        try outer.write("out of bounds", to: "secret")
        mkdir(outer.path("shared"), 0o755)
        mkdir(outer.path("shared/sub"), 0o755)
        try outer.write("inside", to: "shared/inside.txt")
        symlink("..", outer.path("shared/up"))
        symlink("../..", outer.path("shared/sub/up"))
        symlink("../secret", outer.path("shared/link"))
        symlink(outer.path("secret"), outer.path("shared/sub/link"))
        let share = try TestShare(outer, request: { $0.folder = Path(outer.path("shared")) })
        for method in ["GET", "HEAD", "OPTIONS", "DELETE", "PUT"] {
            let client = try share.client()
            client.send("\(method) \(spelling) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let reply = try client.reply(hasBody: method != "HEAD")
            #expect(reply.status >= 400 || method == "OPTIONS")
            #expect(!reply.text.contains("out of bounds"))
            #expect(!reply.text.contains("root:"))
        }
        #expect(outer.read("secret") == Array("out of bounds".utf8))
        // The folder itself is served all the same.
        #expect(try share.ask("/inside.txt").text == "inside")
    }

    @Test("A path that is sound is decoded once") func sound() throws {
        let decoded = try RequestPath.decode("/a%20b/%252e/c%5Cd/")
        #expect(
            decoded.path.components.map(\.bytes) == ["a b", "%2e", "c\\d"].map { Array($0.utf8) })
        #expect(decoded.endsInSlash)
        #expect(RequestPath.encode(decoded.path) == "/a%20b/%252e/c%5Cd")
    }
}
