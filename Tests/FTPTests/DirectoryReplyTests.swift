import FTP
import Testing

@Suite("The working directory is read out of a 257")
struct DirectoryReplyTests {
    @Test(
        "Between quotes, doubled quotes standing for one",
        arguments: [
            ("\"/home\" is the current directory", "/home"), ("\"/a\"\"b\" is it", "/a\"b"),
            ("is \"/x y\"", "/x y"), ("\"/ \" blank", "/ "), ("/plain here", "/plain"),
            ("\"/\"", "/"),
        ])
    func reads(text: String, directory: String) {
        #expect(DirectoryReply.directory(text.utf8) == Array(directory.utf8))
    }

    @Test(
        "Unclosed quotes, nothing, and control bytes give none",
        arguments: ["", "\"/never", "\"\" empty", "\"/a\"\"", "\"a\u{1}b\" x", "/a\u{7}b x"])
    func refuses(text: String) {
        #expect(DirectoryReply.directory(text.utf8) == nil)
    }
}
