import Glibc
import Support
import Testing

@Suite("A website is mirrored")
struct MirrorWebTests {
    @Test("Where its pages tell no sizes, the server is asked, and nothing is fetched twice")
    func index() throws {
        let folder = try Ferry.folder()
        for name in ["site", "site/sub"] { try folder.makeFolder(name) }
        try folder.write("one", to: "site/f.txt")
        try folder.write("two", to: "site/sub/g.txt")
        // A server of Python's prints no sizes; it ends with the shell that has started it.
        let script = """
            python3 -u -m http.server 0 --bind 127.0.0.1 --directory ../site >port 2>log & server=$!
            trap 'kill $server' EXIT
            until grep -q http port; do :; done
            url=$(sed -n 's/.*(\\(http:[^)]*\\)).*/\\1/p' port)
            "$FERRY" mirror "$url" b; echo "code $?"
            "$FERRY" mirror --json --delete "$url" b; echo "code $?"
            """
        let outcome = try Outcome(script: script, in: folder)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "code 0", "\(outcome.errors)")
        #expect(lines.last == "code 0", "\(outcome.errors)")
        #expect(lines.count == 3, "\(outcome.output)")
        #expect(folder.read("here/b/sub/g.txt") == Array("two".utf8))
    }
}
