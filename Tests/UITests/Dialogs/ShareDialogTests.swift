import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("The share's dialog")
struct ShareDialogTests {
    /// A pane that shows `/home/me/site` with the cursor on `css/`.
    private func screen(_ width: Int = 100, _ height: Int = 30) throws -> FullScreen {
        var screen = FullScreen(width: width, height: height)
        screen.model.options.home = Path("/home/me")
        _ = screen.model.open(.left, .local, Path("/home/me/site"))
        let request = try #require(screen.model.left.pending?.request)
        var builder = DirectoryBuilder()
        builder.append(Entry(name: try #require(Name("css")), kind: .directory))
        let directory = builder.directory
        _ = screen.model.update(
            .listed(
                request,
                .success(
                    Listing(
                        location: location("/home/me/site"), directory: directory, order: [0]))))
        screen.press("g S")
        return screen
    }

    private func started(_ effects: [Effect]) -> ShareRequest? {
        for case .share(.start(let request)) in effects { return request }
        return nil
    }

    @Test("It offers the pane's directory to this machine only, to be read by everyone")
    func literal() throws {
        let screen = try screen()
        let box = screen.lines[7...17].map { line in
            String(line.dropFirst(14).prefix(72))
        }
        #expect(
            box.joined(separator: "\n") == """
                ╭─ Share a directory ──────────────────────────────────────────────────╮
                │   Directory    ~/site                                                │
                │ > Port         8080                                                  │
                │   Open to      < only this machine >                                 │
                │   Visitors may < only read >                                         │
                │   Hidden files < not shown >                                         │
                │   Access       < everyone >                                          │
                │   Encryption   < none >                                              │
                │                                                                      │
                │                        [ Share ]  [ Cancel ]                         │
                ╰──────────────────────────────────────────────────────────────────────╯
                """)
    }

    @Test("On the smallest terminal all of it is there, with the gravest warnings")
    func smallest() throws {
        var screen = try screen(60, 16)
        screen.press("down right down right down right down right right")
        #expect(
            screen.text == """
                 ╭─ Share a directory ────────────────────────────────────╮
                ╭│   Directory    ~/site                                  │╮
                ││   Port         8080                                    ││
                ││   Open to      < everyone on the network >             ││
                ││   Visitors may < read and write >                      ││
                ││   Hidden files < shown >                               ││
                ││ > Access       < a user with a password >              ││
                ││   User                                                 ││
                ││   Password                                             ││
                ││   Encryption   < none >                                ││
                ││ Without TLS, others on the network can read the        ││
                ╰│ password and the files. Hidden files often contain ke~ │╯
                ─│                 [ Share ]  [ Cancel ]                  │─
                 ╰────────────────────────────────────────────────────────╯

                1Help 2Site 3View 4Edit 5Copy 6Move 7Mkdir 8Del 9Menu 10Quit
                """)
    }

    @Test("Enter starts with what is there at first: loopback, read-only")
    func defaults() throws {
        var screen = try screen()
        let request = try #require(started(screen.press("enter")))
        #expect(request == ShareRequest(folder: Path("/home/me/site")))
        #expect(request.address == "127.0.0.1")
        #expect(!request.isWritable)
        #expect(screen.model.dialogs.isEmpty)
        #expect(screen.model.status.text == "Sharing ~/site.")
    }

    @Test("With the cursor on a directory, that one can be shared instead")
    func directoryUnderCursor() throws {
        var screen = try screen()
        screen.press("escape down g S right")
        #expect(screen.text.contains("> Directory    < ~/site/css >"))
        let request = try #require(started(screen.press("enter")))
        #expect(request.folder == Path("/home/me/site/css"))
    }

    @Test("Everything that is chosen is in the request")
    func choices() throws {
        var screen = try screen()
        _ = screen.model.update(.addresses(["192.0.2.7", "2001:db8::7"]))
        screen.press("ctrl-u")
        screen.type("9000")
        screen.press("down right right down right down right down right right down")
        #expect(screen.text.contains("Open to      < whoever reaches 192.0.2.7 >"))
        screen.type("anna")
        screen.press("down")
        screen.type("geheim")
        #expect(screen.text.contains("> Password     ******"))
        screen.press("down right")
        let request = try #require(started(screen.press("enter")))
        #expect(
            request
                == ShareRequest(
                    folder: Path("/home/me/site"), address: "192.0.2.7", port: 9_000,
                    isWritable: true, showsHidden: true,
                    access: .user("anna", Secret("geheim")), encryption: .made))
    }

    @Test(
        "What cannot be meant is refused below, and its field gets the focus",
        arguments: [
            ("99999", "Type a port from 1 to 65535, or 0 for any free port."),
            ("", "Type a port from 1 to 65535, or 0 for any free port."),
        ])
    func port(text: String, refusal: String) throws {
        var screen = try screen()
        screen.press("ctrl-u")
        screen.type(text)
        screen.press("down")
        #expect(started(screen.press("enter")) == nil)
        #expect(screen.text.contains(refusal))
        #expect(screen.text.contains("> Port"))
    }

    @Test("A user needs a name without a colon, and a password")
    func user() throws {
        var screen = try screen()
        screen.press("down down down down right right enter")
        #expect(screen.text.contains("Type a user name without a colon."))
        screen.type("a:b")
        screen.press("enter")
        #expect(screen.text.contains("Type a user name without a colon."))
        screen.press("backspace backspace enter")
        #expect(screen.text.contains("Type a password."))
        screen.type("x")
        #expect(started(screen.press("enter"))?.access == .user("a", Secret("x")))
    }

    @Test("Who could do harm is said in words")
    func warnings() throws {
        var screen = try screen()
        #expect(!screen.text.contains("Everyone on the network may"))
        screen.press("down right")
        #expect(
            screen.text.contains("Everyone on the network can read this without a password."))
        screen.press("down right")
        #expect(screen.text.contains("Everyone on the network can upload, rename and delete here"))
        #expect(screen.role(of: "Everyone on the network can") == .dialogDanger)
        screen.press("up left")
        #expect(screen.text.contains("All users of this machine can upload, rename and delete"))
        _ = screen.model.update(.addresses([]))
        screen.press("right down down down right")
        #expect(screen.text.contains("Without TLS, others on the network can read the PIN"))
        screen.press("down right")
        #expect(!screen.text.contains("Without TLS"))
    }

    @Test("The home directory and the root are named as what they are")
    func wholePlaces() throws {
        var screen = try screen()
        screen.press("escape")
        screen.model.options.home = Path("/home/me/site")
        screen.press("g S")
        #expect(screen.text.contains("This is your whole home directory."))
    }

    @Test("A pane that shows a server says that only this machine's directories can be shared")
    func remote() throws {
        var screen = try screen()
        screen.press("escape tab")
        #expect(screen.press("g S") == [])
        #expect(screen.model.dialogs.isEmpty)
        #expect(
            screen.model.status.text == "Only a directory on this machine can be shared; this "
                + "pane shows ftp://deploy@web01.")
    }

    @Test("A share that could not be opened can be asked for again as it was written")
    func refused() throws {
        var screen = try screen()
        screen.press("ctrl-u")
        screen.type("80")
        screen.press("down right enter")
        #expect(screen.press("g S") == [])
        #expect(screen.model.status.text == "The share is starting.")
        _ = screen.model.update(.shareRefused("Port 80 is not for everyone: choose one above."))
        #expect(screen.model.status.text == "Port 80 is not for everyone: choose one above.")
        #expect(screen.model.status.hint == "gS: change it")
        screen.press("g S")
        #expect(screen.text.contains("Port         80 "))
        #expect(screen.text.contains("Open to      < everyone on the network >"))
        #expect(screen.text.contains("Port 80 is not for everyone: choose one above."))
        #expect(started(screen.press("enter"))?.port == 80)
    }

    @Test(
        "A press on a row steps it, a press on a button presses it, and a paste goes into a field")
    func mouse() throws {
        var screen = try screen()
        screen.click(20, 11)
        #expect(screen.text.contains("> Visitors may < read and write >"))
        screen.press("up up")
        _ = screen.model.update(.terminal(.paste("90")))
        #expect(screen.text.contains("> Port         90 "))
        let cancel = try #require(screen.lines[16].firstRange(of: "Cancel"))
        let x = screen.lines[16].distance(
            from: screen.lines[16].startIndex, to: cancel.lowerBound)
        screen.click(x, 16)
        #expect(screen.model.dialogs.isEmpty)
    }
}
