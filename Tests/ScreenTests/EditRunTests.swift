import Glibc
import Support
import Testing

@Suite("ferry edit and F4 on a server, with an editor that is a script")
struct EditRunTests {
    private let served: Served

    init() throws {
        served = try Served()
        try served.folder.write("one\n", to: "served/main.js")
    }

    /// Writes an editor; its path.
    private func editor(_ script: String) throws -> String {
        try served.folder.write("#!/bin/sh\n\(script)\n", to: "editor")
        chmod(served.folder.path("editor"), 0o755)
        return served.folder.path("editor")
    }

    private func edit(_ script: String) throws -> Outcome {
        try Outcome(
            ["edit", "--no-tls", served.url + "/main.js"],
            environment: ["EDITOR": try editor(script), "VISUAL": ""], in: served.folder)
    }

    private func recover() throws -> Outcome {
        try Outcome(
            ["edit", "--recover", "--no-tls"], environment: ["FERRY_PASSWORD": "p"],
            in: served.folder)
    }

    /// Directories of edits that are left.
    private var left: Int {
        let edits = served.folder.path("state/ferry/edits")
        return Command.run(["sh", "-c", "exit $(ls \"$0\" 2>/dev/null | wc -l)", edits])
    }

    @Test("Every save is on the server before the editor has ended, the last one at the end")
    func saves() throws {
        let wait = "until grep -q two '\(served.folder.path("served/main.js"))'; do sleep 0.1; done"
        let outcome = try edit("echo two >>\"$1\"; \(wait); echo three >>\"$1\"")
        #expect(outcome.errors.contains("Saved main.js on 127.0.0.1."))
        #expect(outcome.code == 0)
        #expect(served.text("served/main.js") == "one\ntwo\nthree\n")
        #expect(left == 0)
    }

    @Test("An editor that fails has its changes sent all the same, and is named")
    func failing() throws {
        let outcome = try edit("echo two >>\"$1\"; exit 3")
        #expect(served.text("served/main.js") == "one\ntwo\n")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("exited with code 3"))
        #expect(left == 0)
        let missing = try Outcome(
            ["edit", "--no-tls", served.url + "/main.js"],
            environment: ["EDITOR": "no-such-editor", "VISUAL": ""], in: served.folder)
        #expect(missing.code == 1)
        #expect(missing.errors.contains("The editor 'no-such-editor' was not found"))
        #expect(left == 0)
    }

    @Test("A conflict without a terminal keeps the copy and names it; --recover sends no other")
    func conflict() throws {
        let server = served.folder.path("served/main.js")
        let outcome = try edit("echo mine >\"$1\"; echo theirs >'\(server)'")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("main.js has changed on 127.0.0.1 since you opened it."))
        #expect(outcome.errors.contains("/copy/main.js"))
        #expect(served.text("served/main.js") == "theirs\n")
        #expect(left == 1)
        let again = try recover()
        #expect(again.code == 1)
        #expect(again.errors.contains("/copy/main.js"))
        // What it was fetched from is back.
        try served.folder.write("one\n", to: "served/main.js")
        let sent = try recover()
        #expect(sent.code == 0)
        #expect(served.text("served/main.js") == "mine\n")
        #expect(left == 0)
        let nothing = try served.run(["edit", "--recover"])
        #expect(nothing.code == 0)
        #expect(nothing.errors.contains("No unsent edits were found."))
    }

    @Test("A Ferry that is killed while the editor saves leaves the copy to the next one")
    func killed() throws {
        let outcome = try edit("echo two >>\"$1\"; kill -9 $PPID; sleep 0.2; echo three >>\"$1\"")
        #expect(outcome.code != 0)
        let whole = ["one\n", "one\ntwo\n"]
        #expect(whole.contains(served.text("served/main.js") ?? ""))
        let wait =
            "for n in $(seq 100); do grep -qs three \"$0\"/*/copy/main.js && exit 0; "
            + "sleep 0.1; done; exit 1"
        #expect(
            Command.run(["sh", "-c", wait, served.folder.path("state/ferry/edits")]) == 0)
        let sent = try recover()
        #expect(sent.code == 0)
        #expect(served.text("served/main.js") == "one\ntwo\nthree\n")
        #expect(left == 0)
    }

    @Test("What a killed editor leaves beside the copy stays, and is named by --recover too")
    func leftBeside() throws {
        let killed = try edit(
            "echo two >>\"$1\"; echo words >\"$(dirname \"$1\")/.main.js.swp\"; kill -9 $$")
        #expect(served.text("served/main.js") == "one\ntwo\n")
        for outcome in [killed, try recover()] {
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("Other files of the editor of main.js are kept in "))
            #expect(!outcome.errors.contains("--recover"))
            #expect(left == 1)
        }
    }

    private func terminal(_ script: String) throws -> PseudoTerminal {
        let variables = ["EDITOR": try editor(script), "VISUAL": ""]
        return try PseudoTerminal(
            [Ferry.path, "edit", "--no-tls", served.url + "/main.js"],
            environment: Ferry.environment(served.folder).merging(variables) { $1 },
            directory: served.folder.path("here"))
    }

    @Test("On a terminal a conflict is asked about; keeping both leaves two whole files")
    func asked() throws {
        let server = served.folder.path("served/main.js")
        let terminal = try terminal("echo mine >\"$1\"; echo theirs >'\(server)'")
        try terminal.waitFor("[o]verwrite, [k]eep both")
        terminal.send("k\r")
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(served.text("served/main.js") == "theirs\n")
        let kept = "cat '\(server)'.127.0.0.1-2*"
        #expect(try served.run(script: kept).output == "mine\n")
        #expect(left == 0)
    }

    @Test("An editor with a window of its own is waited for until the user says so")
    func detached() throws {
        let late = "until [ -e go ]; do sleep 0.1; done; echo late >>\"$0\"; touch done"
        let terminal = try terminal("setsid sh -c '\(late)' \"$1\" </dev/null >/dev/null 2>&1 &")
        try terminal.waitFor("Press Enter when you have finished main.js.")
        let saved =
            "touch \"$(ls -d ../state/ferry/edits/*/copy)/go\"; "
            + "until grep -q late ../served/main.js; do sleep 0.1; done"
        #expect(try served.run(script: saved).code == 0)
        terminal.send("\r")
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(served.text("served/main.js") == "one\nlate\n")
        #expect(left == 0)
    }

    @Test("Without a terminal, what an editor has started is waited for")
    func detachedWithoutTerminal() throws {
        let late = "until [ -e go ]; do sleep 0.1; done; echo late >>\"$0\""
        let editor =
            "setsid sh -c '\(late)' \"$1\" </dev/null >/dev/null 2>&1 & "
            + "(sleep 2; touch \"$(dirname \"$1\")/go\") </dev/null >/dev/null 2>&1 &"
        let run = try edit(editor)
        #expect(run.code == 0, "\(run.errors)")
        #expect(served.text("served/main.js") == "one\nlate\n")
        #expect(left == 0)
    }

    @Test("What a program saves that a file was opened with goes to the server too")
    func openedWith() throws {
        let ferry = try Ferry(["--no-tls", ".", served.url], in: served.folder)
        try ferry.waitForRight("main.js")
        ferry.terminal.send(.tab)
        try ferry.select("main.js")
        ferry.terminal.send("o")
        try ferry.terminal.waitFor("Open main.js with")
        ferry.terminal.send("echo two >>{}; sleep 1.1\r")
        try ferry.terminal.waitFor("Saved main.js on 127.0.0.1 at ")
        #expect(served.text("served/main.js") == "one\ntwo\n")
        // One with a window of its own: it returns at once, and what it saves later goes there too.
        let go = served.folder.path("go")
        ferry.terminal.send("o")
        try ferry.terminal.waitFor("Open main.js with")
        ferry.terminal.send("(until [ -e \(go) ]; do sleep 0.1; done; echo three >>{}) &\r")
        try ferry.terminal.waitFor("The program returned at once")
        try served.folder.write("", to: "go")
        try ferry.terminal.waitFor("Saved main.js on 127.0.0.1 at ")
        #expect(served.text("served/main.js") == "one\ntwo\nthree\n")
        ferry.terminal.send("gef")
        try ferry.terminal.waitFor("No file of a server is being edited")
        ferry.terminal.send("qq")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        #expect(left == 0)
    }

    @Test("F4 saves, and the list and the next start know what a conflict has kept")
    func screen() throws {
        let server = served.folder.path("served/main.js")
        let script = try editor("echo two >>\"$1\"; sleep 1.1")
        let environment = ["EDITOR": script, "VISUAL": ""]
        let ferry = try Ferry(
            ["--no-tls", ".", served.url], environment: environment, in: served.folder)
        try ferry.waitForRight("main.js")
        ferry.terminal.send(.tab)
        try ferry.select("main.js")
        ferry.terminal.send(.f4)
        try ferry.terminal.waitFor("Saved main.js on 127.0.0.1 at ")
        #expect(served.text("served/main.js") == "one\ntwo\n")
        _ = try editor("echo mine >\"$1\"; echo theirs >'\(server)'")
        ferry.terminal.send("e")
        try ferry.terminal.waitFor("Overwrite theirs with yours")
        try ferry.terminal.waitFor("theirs  theirs")
        ferry.terminal.send("\u{1B}")
        try ferry.terminal.waitForNo("Overwrite theirs with yours")
        ferry.terminal.send("ge")
        try ferry.terminal.waitFor("! conflict")
        ferry.terminal.send("q")
        try ferry.terminal.waitFor("10Quit")
        ferry.terminal.send("q")
        try ferry.terminal.waitFor("Quit with unsent changes?")
        try ferry.terminal.waitFor("[>Stay (n)<]")
        ferry.terminal.send("y")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        #expect(served.text("served/main.js") == "theirs\n")

        let next = try Ferry(
            ["--no-tls", ".", served.url], environment: environment, in: served.folder)
        try next.terminal.waitFor("Unsaved edits")
        next.terminal.send("l")
        try next.terminal.waitFor("! unsent")
    }
}
