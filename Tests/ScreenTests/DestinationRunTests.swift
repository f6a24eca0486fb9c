import Support
import Testing

@Suite("put, get and mv mean by a target what cp means")
struct DestinationRunTests {
    private let served: Served

    init() throws {
        served = try Served()
        try served.folder.makeFolder("served/in")
        try served.folder.makeFolder("here/tree")
        try served.folder.makeFolder("here/tree/sub")
        try served.folder.write("a", to: "here/tree/a")
        try served.folder.write("b", to: "here/tree/sub/b")
        try served.folder.write("f", to: "here/file")
    }

    @Test(
        "A directory moved to a server's root, or into a directory, keeps its name",
        arguments: ["/", "", "/in", "/in/"])
    func moveTree(target: String) throws {
        #expect(try served.run(["mv", "tree", served.url + target]).code == 0)
        let place = target.hasPrefix("/in") ? "served/in" : "served"
        #expect(served.text("\(place)/tree/sub/b") == "b")
        #expect(!served.folder.exists("\(place)/a"))
        #expect(!served.folder.exists("here/tree"))
    }

    @Test("A file moved to a server's root goes into it", arguments: ["/", "", "/in", "/in/"])
    func moveFile(target: String) throws {
        #expect(try served.run(["mv", "file", served.url + target]).code == 0)
        #expect(served.text(target.hasPrefix("/in") ? "served/in/file" : "served/file") == "f")
        #expect(!served.folder.exists("here/file"))
    }

    @Test("What is not there yet is a new name")
    func newNames() throws {
        #expect(try served.run(["mv", "tree", served.url + "/in/moved"]).code == 0)
        #expect(served.text("served/in/moved/sub/b") == "b")
        #expect(try served.run(["put", "file", served.url + "/in/put"]).code == 0)
        #expect(served.text("served/in/put") == "f")
        #expect(try served.run(["get", served.url + "/in/put", "got"]).code == 0)
        #expect(served.text("here/got") == "f")
        #expect(try served.run(["get", "-r", served.url + "/in/moved", "back"]).code == 0)
        #expect(served.text("here/back/sub/b") == "b")
        #expect(try served.run(["mv", served.url + "/in/moved", served.url + "/on"]).code == 0)
        #expect(served.text("served/on/sub/b") == "b")
    }

    @Test("What is missing is told, and the others are put, fetched and deleted all the same")
    func missing() throws {
        let url = served.url
        let put = try served.run(["put", "-r", "none", "file", "nor-this", "tree", url + "/in"])
        #expect(put.code == 1)
        #expect(put.errors.split(separator: "\n").count == 2)
        #expect(served.text("served/in/file") == "f")
        #expect(served.text("served/in/tree/a") == "a")
        try served.folder.makeFolder("here/got")
        let get = try served.run(["get", "-r", url + "/in/none", url + "/in/tree", "got"])
        #expect(get.code == 1)
        #expect(get.errors.contains("/in/none does not exist on"))
        #expect(served.text("here/got/tree/a") == "a")
        let remove = try served.run(["rm", "-r", url + "/in/none", url + "/in/tree"])
        #expect(remove.code == 1)
        #expect(remove.errors.contains("/in/none does not exist;"))
        #expect(!served.folder.exists("served/in/tree"))
    }

    @Test("A directory that has the file's own name is gone into, spelt out or not")
    func sameName() throws {
        try served.folder.makeFolder("served/in/file")
        #expect(try served.run(["put", "file", served.url + "/in/file"]).code == 0)
        #expect(served.text("served/in/file/file") == "f")
        try served.folder.makeFolder("here/got")
        try served.folder.makeFolder("here/got/file")
        #expect(try served.run(["get", served.url + "/in/file/file", "got/file"]).code == 0)
        #expect(served.text("here/got/file/file") == "f")
        // What cp refuses is refused: the directory stands where the file would be.
        let refused = try served.run(["put", "file", served.url + "/in"])
        #expect(refused.code == 1)
        #expect(refused.errors.contains("A directory named /in/file is in the way"))
        #expect(served.text("served/in/file/file") == "f")
    }

    @Test(
        "A move never takes the place of what has the name: on one server, here, and between both",
        arguments: [
            "$URL/a $URL/b", "$URL/a $URL/in", "here-a here-b", "here-a in", "here-a $URL/b",
        ])
    func moveOver(arguments: String) throws {
        let outcome = try served.run(
            script: """
                mkdir in; echo a >here-a; echo b >here-b; echo b >in/here-a
                echo a >../served/a; echo b >../served/b; echo b >../served/in/a
                "$FERRY" mv \(arguments)
                """)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("exists"))
        for name in ["here/here-a", "served/a"] { #expect(served.text(name) == "a\n", "\(name)") }
        for name in ["here/here-b", "here/in/here-a", "served/b", "served/in/a"] {
            #expect(served.text(name) == "b\n", "\(name)")
        }
    }

    @Test("Between two file systems of this machine a move copies")
    func acrossFileSystems() throws {
        // Where tests run in memory alone there is no second one, and it is a rename.
        let other = try TemporaryFolder(isInMemory: true)
        #expect(try served.run(["mv", "tree", other.path]).code == 0)
        #expect(other.read("tree/sub/b") == Array("b".utf8))
        #expect(!served.folder.exists("here/tree"))
    }

    @Test("Within one server, a directory that is there is moved into")
    func within() throws {
        #expect(try served.run(["put", "file", served.url + "/"]).code == 0)
        #expect(try served.run(["mv", served.url + "/file", served.url + "/in"]).code == 0)
        #expect(served.text("served/in/file") == "f")
        let again = try served.run(["mv", served.url + "/in/file", served.url + "/in"])
        #expect(again.code == 2)
        #expect(again.errors.contains("is the same file; nothing was moved."))
        #expect(served.text("served/in/file") == "f")
        let inside = try served.run(["mv", "tree", "tree/sub"])
        #expect(inside.code == 2)
        #expect(inside.errors.contains("'tree' cannot be moved into itself."))
    }

    @Test(
        "put goes into a directory, also by a link that leads to one",
        arguments: ["/in", "/in/", "/link"])
    func putInto(target: String) throws {
        let outcome = try served.run(
            script: """
                ln -s in ../served/link
                "$FERRY" put file "$URL\(target)" && exec "$FERRY" put -r tree "$URL\(target)"
                """)
        #expect(outcome.code == 0)
        #expect(served.text("served/in/file") == "f")
        #expect(served.text("served/in/tree/sub/b") == "b")
    }

    @Test("get goes into a directory, also by a link that leads to one, and by a slash")
    func getInto() throws {
        #expect(try served.run(["put", "-r", "tree", "file", served.url + "/"]).code == 0)
        let outcome = try served.run(
            script: """
                mkdir in; ln -s in link
                "$FERRY" get "$URL/file" in && "$FERRY" get -r "$URL/tree" link &&
                exec "$FERRY" get -r "$URL/tree" "$URL/file" link/tree
                """)
        #expect(outcome.code == 0)
        #expect(served.text("here/in/file") == "f")
        #expect(served.text("here/in/tree/sub/b") == "b")
        #expect(served.text("here/in/tree/tree/sub/b") == "b")
        #expect(served.text("here/in/tree/file") == "f")
        let missing = try served.run(["get", served.url + "/file", "none/"])
        #expect(missing.code == 1)
        #expect(!served.folder.exists("here/none"))
    }

    @Test("-o names the directory itself, so that the same command goes on with it")
    func output() throws {
        #expect(try served.run(["put", "-r", "tree", "file", served.url + "/"]).code == 0)
        for _ in 1...2 {
            #expect(try served.run(["get", "-r", "-o", "copy", served.url + "/tree"]).code == 0)
        }
        #expect(served.text("here/copy/sub/b") == "b")
        #expect(!served.folder.exists("here/copy/tree"))
        #expect(try served.run(["get", "-o", "copy", served.url + "/file"]).code == 0)
        #expect(served.text("here/copy/file") == "f")
        #expect(try served.run(["get", "-o", "x", served.url + "/file", "copy"]).code == 2)
    }
}
