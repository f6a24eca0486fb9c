import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("The main screen")
struct MainScreenTests {
    /// Two panes, three transfers, two lines of the log, and a question.
    private func busy(_ width: Int, _ height: Int, isASCII: Bool = false) -> Stage {
        var stage = Stage.shown(width, height, isASCII: isASCII)
        stage.press("j j j j j space")
        var running = Job.carrying("main.js", id: 1, size: 216_884, done: 134_468)
        running.speed = 18_874
        var receiving = Job.carrying(
            "old.tar.gz", id: 2, up: false, size: 1_288_490_189, done: 219_043_332)
        receiving.speed = 10_066_330
        let conflict = Conflict(source: .file("index.html", 9_000), target: .file("index.html", 8))
        stage.send(
            .exchanged([
                Exchange(
                    time: Stage.now, connection: 1, direction: .sent, text: "STOR main.js"),
                Exchange(
                    time: Stage.now, connection: 1, direction: .received,
                    text: "150 Ok to send data", code: 150,
                    explanation: "the data connection opens"),
            ]))
        stage.change(
            running, receiving,
            .carrying("index.html", id: 3, .needsAnswer(conflict), size: 9_000))
        return stage
    }

    @Test("shows both panes, the transfers, the log and a question on 100x30")
    func wide() {
        #expect(
            busy(100, 30).screen == """
                 FERRY  [local]  deploy@web01                                                         2 running  !1
                ╭─ ~/site ─────────────────────────── 212G free ─╮╭─ ftp://deploy@web01/www ─────── NOT ENCRYPTED ─╮
                │  Name ↑                     Size  Modified     ││  Name ↑                     Size  Modified     │
                │  ..                           up               ││  ..                           up               │
                │  assets/                     dir  Nov 20 09:12 ││  assets/                     dir  Nov 20 09:12 │
                │  css/                        dir  Nov 20 22:40 ││  css/                        dir  Nov 18 07:01 │
                │  drafts/                     dir  Nov 19 18:03 ││  favicon.ico                4.2K  Jan 03  2024 │
                │  favicon.ico                4.2K  Jan 03  2024 ││  main.js                    198K  Nov 18 07:01 │
                │* main.js                    212K  Nov 20 23:51 ││  old.tar.gz                 1.2G  Mar 02  2023 │
                │ >release-notes.md           6.1K  Nov 20 23:55 ││  uploads@                   link               │
                │  テスト.txt                 1.0K  Oct 11 12:00 ││                                                │
                │                                                ││                                                │
                │                                                ││                                                │
                │                                                ││                                                │
                │                                                ││                                                │
                │                                                ││                                                │
                │                                                ││                                                │
                │                                                ││                                                │
                │                                                ││                                                │
                │ release-notes.md  rw-r--r--  6,210 B           ││ up to /                                        │
                ╰─ 1 marked, 212K ───────────────────────────────╯╰─ 6 items, 1.2G ────────────────────────────────╯
                ─ Transfers (w)  9.6M/s ────────────────────────────────────────────────────────────────────────────
                 ↑ main.js               web01:/www             ███████████░░░░░░░░  61%    18K/s    0:04 sending
                 ↓ old.tar.gz            ~/site                 ███░░░░░░░░░░░░░░░░  16%   9.6M/s    1:46 receiving
                 ↑ index.html            web01:/www             ░░░░░░░░░░░░░░░░░░░   0%                  ! ASK
                ─ Log (L) ──────────────────────────────────────────────────────────────────────────────────────────
                 23:58:00 #1 → STOR main.js
                 23:58:00 #1 ← 150 Ok to send data  (the data connection opens)
                 'index.html' already exists. — Q: choose what to do
                 1Help 2Sites 3View 4Edit 5Copy 6Move 7Mkdir 8Delete 9Menu 10Quit   / find  w queue  L log  ? keys
                """)
    }

    @Test("At 160 columns each row has mode and owner as well")
    func widest() {
        let stage = busy(160, 30)
        #expect(stage.lines[2].contains("Modified      Mode      Owner"))
        #expect(stage.lines.contains { $0.contains(" rw-r--r-- me:me ") })
        #expect(!busy(140, 30).lines[2].contains("Owner"))
    }

    @Test("shows all of it on the smallest terminal, too")
    func small() {
        #expect(
            busy(60, 16).screen == """
                 FERRY  [local]  deploy@web01                 2 running  !1
                ╭─ ~/site ─────── 212G free ─╮╭─ web01/www ─────── NO TLS ─╮
                │  Name ↑                Size││  Name ↑                Size│
                │  drafts/                dir││  ..                      up│
                │  favicon.ico           4.2K││  assets/                dir│
                │* main.js               212K││  css/                   dir│
                │ >release-notes.md      6.1K││  favicon.ico           4.2K│
                │ release-notes.md  6,210 B  ││ up to /                    │
                ╰─ 1 marked, 212K ───────────╯╰─ 6 items, 1.2G ────────────╯
                ─ Transfers (w)  9.6M/s  1 more ────────────────────────────
                 ↑ main.js          ████░░░  61%    18K/s    0:04 sending
                 ↑ index.html       ░░░░░░░   0%                  ! ASK
                ─ Log (L) ──────────────────────────────────────────────────
                 23:58:00 #1 ← 150 Ok to send data  (the data connection o~
                 'index.html' already exists. — Q: choose what to do
                1Help 2Site 3View 4Edit 5Copy 6Move 7Mkdir 8Del 9Menu 10Quit
                """)
    }

    @Test("draws with ASCII alone where it has to")
    func ascii() {
        let stage = busy(80, 24, isASCII: true)
        #expect(
            stage.screen == """
                 FERRY  [local]  deploy@web01                                     2 running  !1
                +- ~/site ----------------- 212G free -++- deploy@web01/www --- NOT ENCRYPTED -+
                |  Name ^           Size  Modified     ||  Name ^           Size  Modified     |
                |  ..                 up               ||  ..                 up               |
                |  assets/           dir  Nov 20 09:12 ||  assets/           dir  Nov 20 09:12 |
                |  css/              dir  Nov 20 22:40 ||  css/              dir  Nov 18 07:01 |
                |  drafts/           dir  Nov 19 18:03 ||  favicon.ico      4.2K  Jan 03  2024 |
                |  favicon.ico      4.2K  Jan 03  2024 ||  main.js          198K  Nov 18 07:01 |
                |* main.js          212K  Nov 20 23:51 ||  old.tar.gz       1.2G  Mar 02  2023 |
                | >release~tes.md   6.1K  Nov 20 23:55 ||  uploads@         link               |
                |  テスト.txt       1.0K  Oct 11 12:00 ||                                      |
                |                                      ||                                      |
                |                                      ||                                      |
                | release-notes.md  rw-r--r--  6,210 B || up to /                              |
                +- 1 marked, 212K ---------------------++- 6 items, 1.2G ----------------------+
                - Transfers (w)  9.6M/s --------------------------------------------------------
                 ^ main.js                        #######......  61%    18K/s    0:04 sending
                 v old.tar.gz                     ##...........  16%   9.6M/s    1:46 receiving
                 ^ index.html                     .............   0%                  ! ASK
                - Log (L) ----------------------------------------------------------------------
                 23:58:00 #1 > STOR main.js
                 23:58:00 #1 < 150 Ok to send data  (the data connection opens)
                 'index.html' already exists. - Q: choose what to do
                 1Help 2Sites 3View 4Edit 5Copy 6Move 7Mkdir 8Delete 9Menu 10Quit
                """)
    }

    @Test("keeps the columns straight with long, wide and dangerous names")
    func names() {
        let stage = Stage.shown(
            100, 24,
            left: [
                .file("a very long name of a file that nobody can read at once.tar.gz", 1_000_000),
                .file("とても長いファイルの名前がここにあります、そして続く.txt", nil),
                .folder("👩‍👩‍👧 family 🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊"),
                .link("link", to: "/srv/some where"), .file(" leading"), .file("-dash"),
                .file("%s%n"), .file("quote\"d"), .file("x\u{202E}gpj.exe"),
                .file("noext" + String(repeating: "y", count: 200)), .file("big", .max),
            ])
        let left = stage.model.view().lines[1..<19].map { line in
            TextFit.start(of: line, columns: 50)
        }
        #expect(
            left.joined(separator: "\n") == """
                ╭─ ~/site ─────────────────────────── 212G free ─╮
                │  Name ↑                     Size  Modified     │
                │ >..                           up               │
                │  👩👩👧 family 🦊~🦊🦊🦊/    dir               │
                │   leading                      0               │
                │  %s%n                          0               │
                │  -dash                         0               │
                │  a very long name ~tar.gz   977K               │
                │  big                           ?               │
                │  link@                      link               │
                │  noextyyyyyyyyyy~yyyyyyyy      0               │
                │  quote"d                       0               │
                │  x‹202E›gpj.exe                0               │
                │  とても長いファイ~く.txt       ?               │
                │                                                │
                │                                                │
                │ up to ~                                        │
                ╰─ 11 items, 977K ───────────────────────────────╯
                """)
    }

    @Test("an empty directory says so")
    func empty() {
        let stage = Stage.shown(left: [])
        #expect(stage.lines[4].hasPrefix("│  This directory is empty."))
        #expect(stage.screen.contains("─ 0 items ─"))
    }

    @Test("too small a terminal gets a sentence", arguments: [(40, 10), (59, 30), (100, 15)])
    func tooSmall(_ width: Int, _ height: Int) {
        let stage = Stage.shown(width, height)
        let text = stage.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(text == "Ferry needs a terminal of 60x16, but this one has \(width)x\(height).")
    }

    @Test("every size gives a frame of that size, whatever is shown")
    func sizes() {
        for width in [0, 1, 3, 20, 59, 60, 61, 79, 97, 120, 213, 300] {
            for height in [0, 1, 2, 9, 15, 16, 17, 23, 31, 50, 100] {
                var stage = busy(width, height)
                for keys in ["f5", "escape Q", "escape f8", "escape ,", "escape f7", "escape /"] {
                    stage.press(keys)
                    let frame = stage.model.view()
                    #expect(frame.size == Size(width: width, height: height))
                }
            }
        }
    }

    @Test("a resize keeps the cursor in sight")
    func resize() {
        var stage = Stage.shown(left: (0..<200).map { .file("f\($0)") })
        stage.press("end")
        for (width, height) in [(60, 16), (300, 100), (80, 24)] {
            stage.send(.terminal(.resize(Size(width: width, height: height))))
            #expect(stage.screen.contains(">f199"))
        }
    }

    @Test("strips come and go with what there is to show")
    func strips() {
        var stage = Stage.shown()
        #expect(!stage.screen.contains("Transfers"))
        stage.change(.carrying("a", id: 1))
        #expect(stage.screen.contains("─ Transfers (w) ─"))
        stage.change(.carrying("a", id: 1, .done))
        #expect(!stage.screen.contains("Transfers (w)"))
        #expect(stage.statusLine == " All transfers have finished.")
    }

    @Test("in a sentence a small amount names its unit")
    func amounts() {
        #expect([0, 197, 999, 4_300].map(Format.amount) == ["0 B", "197 B", "999 B", "4.2K"])
    }

    @Test("what broke a try is told until the next try runs")
    func triedAgain() {
        var stage = Stage.shown()
        var job = Job.carrying("a", id: 1)
        job.state = .waiting
        stage.change(job)
        stage.send(
            .exchanged([
                Exchange(
                    time: 0, connection: 9, direction: .trouble,
                    text: "web01 closed the connection.")
            ]))
        #expect(stage.statusLine.contains("web01 closed the connection."))
        job.state = .running
        job.tries = 2
        stage.change(job)
        #expect(!stage.statusLine.contains("web01"))
    }

    @Test("what was cancelled is not called done")
    func cancelled() {
        var stage = Stage.shown()
        stage.change(.carrying("a", id: 1))
        var change = QueueChange()
        change.removed = [Job.carrying("a", id: 1).id]
        stage.send(.queue(change))
        #expect(stage.statusLine == " Cancelled: a.")
    }

    @Test("a file that leaves the queue into its directory's row was not cancelled")
    func folded() {
        var stage = Stage.shown()
        var file = Job.carrying("a", id: 2)
        file.parent = JobID(rawValue: 1)
        stage.change(.carrying("folder", id: 1))
        stage.change(file)
        var change = QueueChange()
        change.changed = [.carrying("folder", id: 1, .done)]
        change.removed = [file.id]
        stage.send(.queue(change))
        #expect(stage.statusLine == " All transfers have finished.")
    }

    @Test("what asks or failed keeps a row of the strip, however much runs")
    func crowded() {
        var stage = Stage.shown()
        var change = QueueChange()
        change.changed = (1...50).map { .carrying("run\($0)", id: $0) }
        let error = FileSystemError(.full, reply: "552 Full", detail: "web01 is full.")
        change.changed.append(.carrying("bad", id: 60, .failed(error)))
        stage.send(.queue(change))
        #expect(stage.screen.contains("! failed"))
        #expect(stage.lines[0].hasSuffix("50 running  1 failed"))
        #expect(stage.statusLine == " bad: web01 is full. (552 Full) — w: queue")
        #expect(stage.model.status.code == 552)
    }

    @Test("replies that stand for themselves reach the status bar; chatter does not")
    func replies() {
        var stage = Stage.shown()
        func reply(_ code: Int, _ text: String, _ explanation: String?) -> Message {
            .exchanged([
                Exchange(
                    time: Stage.now, connection: 1, direction: .received, text: "\(code) \(text)",
                    code: code, explanation: explanation)
            ])
        }
        stage.send(reply(226, "Done", nil))
        stage.send(reply(550, "No such file", nil))
        stage.send(reply(502, "What is FEAT?", nil))
        #expect(stage.statusLine == "")
        stage.send(reply(421, "Bye", "the server closes the connection"))
        #expect(stage.statusLine == " 421 Bye — the server closes the connection")
        stage.send(reply(226, "Done", nil))
        #expect(stage.statusLine.hasPrefix(" 421 Bye"))
        stage.press("escape")
        #expect(stage.statusLine == "")
    }

    @Test("what a server answers to Ferry's own breaking off is no news and no error")
    func brokenOff() {
        var stage = Stage.shown()
        func line(_ direction: Exchange.Direction, isOwn: Bool) -> Exchange {
            Exchange(
                time: Stage.now, connection: 3, direction: direction, text: "426 Broken.",
                code: direction == .received ? 426 : nil, isExpected: isOwn)
        }
        stage.send(.exchanged([line(.received, isOwn: true), line(.trouble, isOwn: true)]))
        #expect(stage.statusLine == "")
        #expect(!line(.received, isOwn: true).isError && !line(.trouble, isOwn: true).isError)
        stage.send(.exchanged([line(.received, isOwn: false)]))
        #expect(stage.statusLine == " 426 Broken.")
    }

    @Test("a listing that was cut, or has names dropped, says so")
    func cut() throws {
        var stage = Stage.shown()
        var limits = DirectoryBuilder.Limits()
        limits.entries = 1
        var builder = DirectoryBuilder(limits: limits)
        builder.append(.file("one"))
        builder.append(.file("two"))
        builder.drop()
        stage.press("ctrl-r")
        let request = try #require(stage.pane.pending?.request)
        let listing = Listing(
            location: stage.pane.location, directory: builder.directory, order: [0])
        stage.send(.listed(request, .success(listing)))
        #expect(stage.screen.contains(" list cut "))
        #expect(stage.statusLine == " The listing is too long and was cut after 1 name.")
        #expect(stage.screen.contains(" 1 name dropped "))
    }

    @Test("lines of a listing that were not understood are counted at the foot, and told of")
    func unread() throws {
        var stage = Stage.shown()
        var builder = DirectoryBuilder()
        builder.append(.file("one"))
        builder.passOver()
        stage.press("ctrl-r")
        let request = try #require(stage.pane.pending?.request)
        let listing = Listing(
            location: stage.pane.location, directory: builder.directory, order: [0])
        stage.send(.listed(request, .success(listing)))
        #expect(stage.screen.contains(" 1 line not understood "))
        #expect(stage.statusLine.contains("did not understand 1 line of the listing"))
    }
}
