import Support
import Testing

@Suite("Arguments are bytes")
struct ArgumentBytesTests {
    private let served: Served
    /// `café.txt` in Latin-1, for the shell's printf.
    private let latin = "NAME=$(printf 'caf\\351.txt')\n"

    init() throws {
        served = try Served()
    }

    @Test("A file whose name is not UTF-8 is sent, listed, fetched, renamed and deleted")
    func names() throws {
        let outcome = try served.run(
            script: latin + """
                printf x >"$NAME"; "$FERRY" put "$NAME" "$URL/" || exit 1
                test "$(cat "../served/$NAME")" = x || exit 2
                test "$("$FERRY" cat "$URL/$NAME")" = x || exit 3
                rm "$NAME"; "$FERRY" get "$URL/$NAME" && test -f "$NAME" || exit 4
                "$FERRY" get -o "o$NAME" "$URL/$NAME" && test -f "o$NAME" || exit 5
                mkdir "d$NAME"; "$FERRY" get "$URL/$NAME" "d$NAME" && test -f "d$NAME/$NAME" || exit 6
                test "$("$FERRY" ls "d$NAME")" = "$NAME" || exit 7
                "$FERRY" mv "$URL/$NAME" "$URL/m$NAME" && test -f "../served/m$NAME" || exit 8
                "$FERRY" mkdir "$URL/n$NAME" && test -d "../served/n$NAME" || exit 9
                "$FERRY" rm "$URL/m$NAME" && test ! -e "../served/m$NAME" || exit 10
                "$FERRY" rm -r "$URL/n$NAME" && test ! -e "../served/n$NAME" || exit 11
                """)
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test("A password in a URL is not to be seen in the list of processes")
    func hidden() throws {
        // More than a pipe holds, so that the program is still there to be looked at.
        try served.folder.write([UInt8](repeating: 0x61, count: 1 << 20), to: "served/large")
        let outcome = try served.run(
            script: """
                mkfifo pipe; "$FERRY" get -o pipe "ftp://u:hunter2@${URL#*@}/large" &
                exec 3<pipe; tr '\\0' ' ' <"/proc/$!/cmdline"; cat <&3 >got; wait $!
                """)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("ftp://u:*******@127.0.0.1:"))
        #expect(served.folder.read("here/got")?.count == 1 << 20)
    }

    @Test("Percent-encoded bytes are the same bytes")
    func percent() throws {
        let outcome = try served.run(
            script: latin + """
                printf x >"../served/$NAME"
                "$FERRY" get "$URL/caf%E9.txt" && test -f "$NAME" || exit 1
                "$FERRY" mv "$URL/caf%e9.txt" "$URL/%ff%FE" || exit 2
                test -f "../served/$(printf '\\377\\376')" || exit 3
                """)
        #expect(outcome.code == 0)
    }

    @Test("The queue takes them, too")
    func queue() throws {
        let outcome = try served.run(
            script: latin + """
                "$FERRY" queue add "ftp://h/$NAME" . && exec "$FERRY" queue --json
                """)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("\"source\":\"ftp://h/caf\u{E9}.txt\""))
    }

    @Test("Characters that stand for such bytes inside are themselves outside")
    func privateCharacters() throws {
        // U+10F8E9, which stands for the byte E9; and the byte beside it.
        let outcome = try served.run(
            script: """
                NAME=$(printf '\\364\\217\\243\\251'); MIXED=$(printf 'a\\351\\364\\217\\243\\251')
                printf 1 >"$NAME"; printf 2 >"$MIXED"
                "$FERRY" put "$NAME" "$MIXED" "$URL/" || exit 1
                test "$(cat "../served/$NAME")" = 1 && test "$(cat "../served/$MIXED")" = 2
                """)
        #expect(outcome.code == 0)
    }

    @Test("A name that is not there is shown as what it is; so is an option")
    func messages() throws {
        let missing = try served.run(script: latin + "exec \"$FERRY\" put \"$NAME\" \"$URL/\"")
        #expect(missing.code == 1)
        #expect(
            missing.errors.contains("caf\u{E9}.txt does not exist on this machine; check the name.")
        )
        let option = try served.run(script: latin + "exec \"$FERRY\" ls \"--$NAME\"")
        #expect(option.code == 2)
        #expect(option.errors.contains("Unknown option '--caf\\xE9.txt'"))
        let file = try served.run(
            script: latin + "touch \"$NAME\"; exec \"$FERRY\" ls --ca \"$NAME\" .")
        #expect(file.code == 2)
        #expect(file.errors.contains("--ca caf\\xE9.txt is not valid UTF-8"))
    }

    @Test("What '..' leads to behind a link is what the system says")
    func dotsBehindLink() throws {
        let outcome = try served.run(
            script: """
                mkdir -p far/deep; ln -s far/deep link; echo near >file; echo far >far/file
                "$FERRY" put link/../file "$URL/" && "$FERRY" get "$URL/file" link/.. || exit 1
                "$FERRY" rm link/../file || exit 2
                "$FERRY" rm none/../file && exit 3
                test -f file && test ! -e far/file
                """)
        #expect(outcome.code == 0)
        #expect(served.text("served/file") == "far\n")
        #expect(served.text("here/file") == "near\n")
    }

    @Test(
        "What names nothing, or a directory by another, is not deleted",
        arguments: ["", "sub/..", "sub/../", ".", "URL/sub/..", "URL/sub/%2e%2E/"])
    func dots(argument: String) throws {
        try served.folder.makeFolder("here/sub")
        try served.folder.makeFolder("served/sub")
        try served.folder.write("kept", to: "here/file")
        try served.folder.write("kept", to: "served/file")
        let argument = argument.replacing("URL", with: served.url)
        #expect(try served.run(["rm", "-r", argument]).code == 2)
        #expect(served.text("here/file") == "kept")
        #expect(served.text("served/file") == "kept")
    }
}
