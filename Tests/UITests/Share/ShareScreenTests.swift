import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("The share's screen")
struct ShareScreenTests {
    static let visits = [
        ShareSample.visit(1, "/films/a.mkv"),
        ShareSample.visit(2, "/b.txt", .upload, .done, done: 1_048_576, by: "10.0.0.8 (anna)"),
        ShareSample.visit(3, "/c.txt", .download, .failed("The visitor left before the end.")),
    ]

    private func screen(_ width: Int = 100, _ height: Int = 30) -> FullScreen {
        var screen = FullScreen(width: width, height: height)
        screen.share(Self.visits)
        return screen
    }

    @Test("It opens with the share: how it is reached, by whom, its code, and who is served")
    func literal() {
        var screen = screen()
        screen.model.status = Status()
        #expect(
            screen.text == """
                 Sharing /home/me/site                                                                open, 1 visit
                 http://10.0.0.2:8080/

                 Everyone on the network of 10.0.0.2 reaches it.                      ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄
                 Read-only.                                                           ▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀
                 No password is required.                                             ▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀
                 The share's process is confined to this directory, and can start      ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄
                 no programs.                                                         ▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄
                                                                                      ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄
                                                                                      ▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀
                                                                                      ▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀
                                                                                       ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄
                                                                                      ▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄
                                                                                      ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄
                                                                                      ▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀▄ ▀▄▀
                                                                                       ▀  ▀ ▀  ▀ ▀  ▀ ▀  ▀ ▀  ▀


                ─ Visits  256K/s ───────────────────────────────────────────────────────────────────────────────────
                 State      What                                Who                      Size Done    Speed    Left
                 sending  ↑ films/a.mkv                         10.0.0.7                 1.0M  50%   256K/s    0:02
                 ! failed ↑ c.txt                               10.0.0.7                 1.0M  50%
                 done     ↓ b.txt                               10.0.0.8 (anna)          1.0M 100%






                 S stop sharing  c copy the URL  x disconnect  q back  i invert  w queue  L log  ? keys
                """)
    }

    @Test("On a small terminal it says what the code would need, and the rest stays")
    func smallest() {
        var screen = screen(60, 16)
        screen.model.status = Status()
        #expect(
            screen.text == """
                 Sharing /home/me/site                        open, 1 visit
                 http://10.0.0.2:8080/
                 Everyone on the network of 10.0.0.2 reaches it.
                 Read-only.
                 No password is required.
                 The QR code needs 63x24 characters.
                 The share's process is confined to this directory, and can
                 start no programs.
                ─ Visits  256K/s ───────────────────────────────────────────
                 State      What                Who           Done    Speed
                 sending  ↑ films/a.mkv         10.0.0.7       50%   256K/s
                 ! failed ↑ c.txt               10.0.0.7       50%
                 done     ↓ b.txt               10.0.0.8 (a~  100%


                 S stop sharing  c copy the URL  x disconnect  q back
                """)
        screen.resize(63, 23)
        #expect(screen.text.contains("The QR code needs 63x24 characters."))
        screen.resize(63, 24)
        #expect(!screen.text.contains("A QR code needs"))
        #expect(screen.text.contains("▀▄▀▄ ▀▄▀▄"))
    }

    @Test("Writable, with a PIN and TLS, it says so, with the whole fingerprint")
    func rights() {
        var screen = FullScreen()
        var status = ShareSample.status()
        status.isWritable = true
        status.pin = "123456"
        status.urls = ["https://10.0.0.2:8080/", "https://[2001:db8::7]:8080/"]
        status.fingerprint = (0..<32).map { $0 }
        _ = screen.model.update(.shared(status))
        let facts = screen.lines[1...11].map { TextFit.trimmed(String($0.prefix(65))) }
        #expect(
            facts.joined(separator: "\n") == """
                 https://10.0.0.2:8080/
                 https://[2001:db8::7]:8080/

                 Everyone on the network of 10.0.0.2 reaches it.
                 Writable: visitors can upload, rename and delete.

                 PIN: 123456

                 TLS certificate, SHA-256:
                 00:01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F
                 10:11:12:13:14:15:16:17:18:19:1A:1B:1C:1D:1E:1F
                """)
        #expect(screen.role(of: "Writable:") == .warning)
        status.pin = nil
        status.user = "anna"
        _ = screen.model.update(.shared(status))
        #expect(screen.text.contains("User: anna"))
        #expect(!screen.text.contains("No password"))
    }

    /// The modules that a frame shows, of a code in a place: true is dark.
    private func modules(_ frame: Frame, _ rect: Rect, isASCII: Bool) -> [[Bool]] {
        let step = isASCII ? 2 : 1
        var rows: [[Bool]] = []
        for y in rect.y..<rect.maxY {
            let cells = stride(from: rect.x, to: rect.maxX, by: step).map { frame[$0, y] }
            if isASCII {
                rows.append(cells.map { $0.role == .qrDark })
            } else {
                rows.append(cells.map { $0.character == "█" || $0.character == "▀" })
                rows.append(cells.map { $0.character == "█" || $0.character == "▄" })
            }
        }
        return Array(rows.prefix(rect.width / step))
    }

    @Test(
        "The code is drawn module by module, dark on light, with four light ones around it",
        arguments: [(false, 25), (true, 25), (false, 29), (true, 33)])
    func code(isASCII: Bool, width: Int) throws {
        var screen = FullScreen(width: 200, height: 80)
        screen.model.options.isASCII = isASCII
        let code = try #require(ShareSample.code(width: width))
        screen.share(code: code)
        let rect = try #require(screen.model.shareLayout?.code)
        let frame = screen.model.view()
        let shown = modules(frame, rect, isASCII: isASCII)
        #expect(shown.count == width + 8)
        for (y, row) in shown.enumerated() {
            #expect(row.count == width + 8)
            for (x, isDark) in row.enumerated() {
                #expect(isDark == code.isDark(column: x - 4, row: y - 4), "\(x), \(y)")
            }
        }
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX {
                #expect(frame[x, y].role == .qr || (isASCII && frame[x, y].role == .qrDark))
                if isASCII { #expect(frame[x, y].character == " ") }
            }
        }
        screen.press("i")
        let inverted = modules(screen.model.view(), rect, isASCII: isASCII)
        #expect(inverted == shown.map { $0.map { !$0 } })
    }

    @Test("In ASCII everything is ASCII")
    func ascii() {
        var screen = screen(60, 16)
        screen.model.options.isASCII = true
        screen.model.status = Status()
        #expect(screen.text.allSatisfy { $0.isASCII })
        #expect(screen.text.contains("The QR code needs 96x40 characters."))
        #expect(screen.text.contains(" sending  ^ films/a.mkv"))
    }

    @Test("Its keys copy the URL, go back and forth, and a press selects a visit")
    func keys() {
        var screen = screen()
        #expect(screen.press("c") == [.copy("http://10.0.0.2:8080/")])
        screen.press("q")
        #expect(screen.model.screen == .main)
        screen.press("g S")
        #expect(screen.model.screen == .share)
        screen.press("g S")
        #expect(screen.model.screen == .main)
        screen.press("g S j")
        #expect(screen.role(of: "! failed") == .transferCursor)
        screen.click(3, 20)
        #expect(screen.role(of: "sending") == .transferCursor)
    }

    @Test("x breaks a visit off after a question, and says that one is over")
    func kick() {
        var screen = screen()
        #expect(screen.press("x") == [])
        #expect(screen.text.contains("10.0.0.7 is downloading films/a.mkv."))
        #expect(screen.press("y") == [.share(.kick(Visit.ID(rawValue: 1)))])
        #expect(screen.press("down x") == [])
        #expect(screen.model.dialogs.isEmpty)
        #expect(screen.model.status.text == "c.txt has already ended.")
    }

    static let locks = [
        ShareSample.lock(4, "/docs/plan.odt", by: "10.0.0.8 (anna)"),
        ShareSample.lock(7, "/films", isDirectory: true), ShareSample.lock(8, "/"),
    ]

    @Test("What visitors have locked is listed with who and how long, also where it is narrow")
    func locks() {
        for (width, times) in [(100, "since 14:02, until 15:02"), (60, "until 15:02")] {
            var screen = FullScreen(width: width, height: 30)
            screen.share(Self.visits, locks: Self.locks)
            screen.model.status = Status()
            #expect(screen.text.contains("─ Visits and locks  256K/s ─"))
            let rows = screen.lines.filter { $0.hasPrefix(" locked ") }
            #expect(rows.count == 3)
            #expect(rows.allSatisfy { $0.hasSuffix(" " + times) && $0.count <= width }, "\(rows)")
            #expect(rows.first?.contains("  docs/plan.odt ") == true)
            #expect(rows.first?.contains(" 10.0.0.8 (a") == true)
            #expect(rows.dropFirst().first?.contains("  films/ ") == true)
            #expect(rows.last?.contains("  the shared ") == true)
            let order = screen.lines.dropFirst(8).filter { $0.contains(" 10.0.0.") }
                .map { String($0.prefix(6)) }
            #expect(order == [" sendi", " locke", " locke", " locke", " ! fai", " done "])
        }
    }

    @Test("Where there are more locks than rows, how many there are is said")
    func moreLocks() {
        var screen = screen()
        var status = ShareSample.status(Self.visits, locks: Self.locks)
        status.lockCount = 1_234
        _ = screen.model.update(.shared(status))
        #expect(screen.text.contains("─ Visits and 3 of 1234 locks"))
    }

    @Test("x takes a lock away after a question, which closes when the lock has ended")
    func release() {
        var screen = screen()
        screen.share(Self.visits, locks: Self.locks)
        #expect(screen.text.contains("x disconnect"))
        screen.press("down")
        #expect(screen.role(of: "docs/plan.odt") == .transferCursor)
        #expect(screen.text.contains("x release the lock"))
        #expect(screen.press("x") == [])
        #expect(screen.text.contains("10.0.0.8 (anna) has kept docs/plan.odt locked"))
        #expect(screen.press("y") == [.share(.release(VisitorLock.ID(rawValue: 4)))])
        // The cursor stays on its lock when others go.
        screen.press("down down")
        screen.share(Self.visits, locks: Array(Self.locks.dropFirst()))
        #expect(screen.role(of: "the shared dir") == .transferCursor)
        screen.press("x")
        #expect(screen.model.dialogs.count == 1)
        screen.share(Self.visits)
        #expect(screen.model.dialogs.isEmpty)
        #expect(!screen.text.contains("locked"))
        #expect(screen.text.contains("─ Visits  256K/s ─"))
    }

    @Test("Opened again, it has the cursor on the first visit where its own has ended")
    func cursorOnOpening() {
        var screen = screen()
        screen.press("end")
        #expect(screen.role(of: "done ") == .transferCursor)
        screen.press("q g S")
        #expect(screen.role(of: "sending") == .transferCursor)
        screen.press("q w end q w")
        #expect(screen.model.queue.currentVisit?.id == Visit.ID(rawValue: 1))
    }

    @Test("Enter asks whether visits are finished first, and a second time only breaks them off")
    func stop() {
        var screen = screen()
        screen.press("enter")
        #expect(screen.text.contains("f  When they have finished; admit no new ones"))
        #expect(screen.press("f") == [.share(.stop(atOnce: false))])
        screen.share(Self.visits, state: .ending)
        #expect(screen.lines[0].hasSuffix("ending, 1 visit"))
        screen.press("S")
        #expect(!screen.text.contains("When they are finished"))
        #expect(screen.press("n") == [.share(.stop(atOnce: true))])
    }

    @Test("What is asked about a share is not asked any more once it has ended")
    func endedMeanwhile() {
        for keys in ["S", "x"] {
            var screen = screen()
            screen.press(keys)
            #expect(screen.model.dialogs.count == 1)
            screen.share(state: .ended)
            #expect(screen.model.dialogs.isEmpty)
        }
    }

    @Test("Without a visit it is stopped after a plain question")
    func stopIdle() {
        var screen = FullScreen()
        screen.share()
        screen.press("S")
        #expect(screen.text.contains("No visitors are connected. Stop sharing"))
        #expect(screen.press("y") == [.share(.stop(atOnce: true))])
        screen.share(state: .ended)
        #expect(screen.model.screen == .main)
        #expect(screen.model.status.text == "/home/me/site is no longer shared.")
        #expect(screen.model.share.status == nil)
        screen.press("g S")
        #expect(screen.text.contains("Share a directory"))
    }

    @Test("The line on top of the panes says that a share is open, how many it serves, and its end")
    func indicator() {
        var screen = FullScreen()
        screen.share()
        screen.press("q")
        #expect(screen.lines[0].hasSuffix("  share :8080"))
        #expect(screen.role(of: "share :8080") == .titleWarning)
        screen.share(Self.visits)
        #expect(screen.lines[0].hasSuffix("  share :8080 1"))
        screen.share(Self.visits, state: .ending)
        #expect(screen.lines[0].hasSuffix("  share :8080 ending 1"))
        screen.share(state: .ended)
        #expect(!screen.lines[0].contains("share"))
    }

    @Test("Quitting asks while somebody is served, and says what ends")
    func quitting() {
        var screen = screen()
        screen.press("q")
        #expect(screen.press("q") == [])
        #expect(screen.text.contains("This disconnects 1 visit."))
        #expect(!screen.text.contains("No transfers are running."))
        #expect(screen.text.contains("The share of /home/me/site ends."))
        #expect(screen.press("y") == [.quit])
        screen.share()
        #expect(screen.press("q") == [.quit])
        screen.model.workspace.options.confirmsQuit = true
        #expect(screen.press("q") == [])
        #expect(screen.text.contains("The share of /home/me/site will stop."))
        #expect(screen.press("enter") == [.quit])
    }

    @Test("The palette and the menu lead to it from every screen")
    func palette() {
        var screen = screen()
        screen.press("w :")
        screen.type("share")
        screen.press("enter")
        #expect(screen.model.screen == .share)
        screen.press("L")
        #expect(screen.model.perform(.shareCopy) == [.copy("http://10.0.0.2:8080/")])
        #expect(screen.model.screen == .share)
        screen.share(state: .ended)
        #expect(screen.model.perform(.shareStop) == [])
        #expect(screen.model.status.text == "Nothing is being shared.")
    }

    @Test("A share that opens while something is typed does not take the screen")
    func politeOpening() {
        var screen = FullScreen()
        screen.press("/")
        screen.share()
        #expect(screen.model.screen == .main)
        #expect(screen.model.status.text == "http://10.0.0.2:8080/ shares /home/me/site.")
        #expect(screen.model.status.hint == "gS: show visitors, stop")
    }

    @Test("An upload that is done has the panes that show its place read again")
    func upload() {
        var screen = FullScreen()
        screen.model.left.path = Path("/home/me/site")
        screen.share([ShareSample.visit(1, "/new.txt", .upload)])
        #expect(screen.model.left.rereadDue == nil)
        screen.share([ShareSample.visit(1, "/new.txt", .upload, .done)])
        #expect(screen.model.left.rereadDue != nil)
        #expect(screen.model.right.rereadDue == nil)
    }
}
