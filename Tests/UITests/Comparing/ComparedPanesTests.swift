import Files
import Jobs
import Sync
import Terminal
import Testing

@testable import UI

@Suite("Two panes compared")
struct ComparedPanesTests {
    /// Both panes compared, before anything below is known.
    private func compared(
        left: [Entry] = Entry.site, right: [Entry] = Entry.web, by keys: String = "C"
    ) -> Stage {
        var stage = Stage.shown(left: left, right: right)
        stage.press(keys)
        stage.align()
        return stage
    }

    /// The request for what is below.
    private func walk(_ stage: Stage) -> (request: RequestID, pair: PanePair)? {
        for case .compareBelow(let request, let pair) in stage.effects { return (request, pair) }
        return nil
    }

    /// What is below comes out so.
    private func end(
        _ stage: inout Stage, _ verdicts: [String: Verdict], failure: String? = nil,
        isOver: Bool = true
    ) {
        guard let (request, pair) = walk(stage) else {
            Issue.record("nothing is compared")
            return
        }
        var end = ComparisonEnd()
        for (text, verdict) in verdicts {
            guard let name = Name(text), let first = pair.directories.first.index(of: name),
                let second = pair.directories.second.index(of: name),
                let one = pair.directories.first.entry(at: first),
                let two = pair.directories.second.entry(at: second)
            else {
                Issue.record("\(text) is not on both sides")
                continue
            }
            end.verdicts[ComparedName(one, two)] = verdict
        }
        end.failure = failure
        stage.send(.compared(request, end.verdicts))
        guard isOver else { return }
        stage.send(.comparisonEnded(request, .success(end)))
        stage.align()
    }

    @Test("Rows stand side by side, with =, ~ and + before the names and gaps beside lone ones")
    func aligned() {
        var stage = compared()
        end(&stage, ["assets": .same, "css": .different])
        let screen = stage.lines
        #expect(screen[0].hasSuffix("compare ON"))
        let wanted = [
            ("│  >..", "│   .."), ("│ = assets/", "│ = assets/"), ("│ ~ css/", "│ ~ css/"),
            ("│ + drafts/", "│     "), ("│ = favicon.ico", "│ = favicon.ico"),
            ("│ ~ main.js", "│ ~ main.js"), ("│       ", "│ + old.tar.gz"),
            ("│ + release-notes.md", "│      "), ("│       ", "│ + uploads@"),
            ("│ + テスト.txt", "│     "),
        ]
        for (line, pair) in zip(screen.dropFirst(3), wanted) {
            #expect(line.hasPrefix(pair.0), "\(line)")
            // Some characters are two columns wide.
            let right = line.dropFirst(line.contains("テスト") ? 47 : 50)
            #expect(right.hasPrefix(pair.1), "\(line)")
        }
        #expect(
            stage.statusLine.contains(
                "Compared: 2 differ, 3 only on the left, 2 only on the right."))
    }

    @Test("Directories are open until what is below is known; what is told meanwhile is shown")
    func below() {
        var stage = compared()
        #expect(stage.lines[0].hasSuffix("comparing"))
        #expect(stage.lines[4].hasPrefix("│ ? assets/"))
        end(&stage, ["assets": .same], isOver: false)
        #expect(stage.lines[4].hasPrefix("│ = assets/"))
        #expect(stage.lines[5].hasPrefix("│ ? css/"))
        #expect(stage.lines[0].hasSuffix("comparing"))
    }

    @Test(
        "The cursors move together, also over gaps, and what is there only in the other pane is said"
    )
    func lockstep() {
        var stage = compared()
        stage.press("end")
        #expect(stage.model[.right].cursor == stage.model[.left].cursor)
        stage.press("home down down down")
        #expect(stage.current == "drafts")
        #expect(stage.model[.right].current == nil)
        #expect(stage.screen.contains("Only the other pane has drafts/."))
        stage.press("tab")
        #expect(stage.model.focus == .right)
        #expect(stage.model[.right].cursor == 3)
        stage.press("down down")
        #expect(stage.current == "main.js")
        #expect(stage.model[.left].current?.name.text == "main.js")
        // Each says which is the newer.
        #expect(stage.screen.contains("newer by 2 d"))
        #expect(stage.screen.contains("older by 2 d"))
        // A gap is nothing to act on.
        stage.press("down tab")
        #expect(stage.model[.left].current == nil)
        #expect(stage.press("enter").isEmpty)
        #expect(stage.press("f8").isEmpty)
    }

    @Test("Steps lead from one difference to the next and round; what differs is marked")
    func steps() {
        var stage = compared()
        end(&stage, ["assets": .same, "css": .different])
        var names: [String] = []
        for _ in 0..<4 {
            stage.press("g n")
            names.append(stage.pane.current?.name.text ?? "")
        }
        #expect(names == ["css", "drafts", "main.js", ""])
        stage.press("g N g N g N g N")
        #expect(stage.current == "テスト.txt")
        stage.press("g D")
        #expect(stage.marked == ["css", "drafts", "main.js", "release-notes.md", "テスト.txt"])
        stage.press("tab g D")
        #expect(stage.marked == ["css", "main.js", "old.tar.gz", "uploads"])
    }

    @Test("Without differences it is said so; without a comparison there is nothing to step to")
    func none() {
        var stage = compared(left: [.file("a", 3)], right: [.file("a", 3)])
        #expect(stage.statusLine.contains("The panes show no difference."))
        #expect(walk(stage) == nil)
        stage.press("g n")
        #expect(stage.statusLine.contains("The panes show no difference."))
        stage.press("C g n")
        #expect(stage.statusLine.contains("The panes are not compared. — C: compare them"))
        #expect(!stage.lines[0].contains("compare"))
        #expect(stage.model[.left].alignment == nil && stage.model[.right].alignment == nil)
    }

    @Test("By size, times do not matter; by contents, nothing is known before files were read")
    func criteria() {
        let old = CivilTime(year: 2020, month: 1, day: 1)
        let new = CivilTime(year: 2021, month: 1, day: 1)
        let (left, right) = ([Entry.file("a", 3, old)], [Entry.file("a", 3, new)])
        var stage = compared(left: left, right: right)
        #expect(stage.lines[4].hasPrefix("│ ~ a"))
        stage.press("g C s")
        stage.align()
        #expect(stage.lines[4].hasPrefix("│ = a"))
        #expect(stage.lines[0].hasSuffix("compare SIZE"))
        stage.press("g C c")
        stage.align()
        #expect(stage.lines[4].hasPrefix("│ ? a"))
        end(&stage, ["a": .different])
        #expect(stage.lines[4].hasPrefix("│ ~ a"))
        #expect(stage.lines[0].hasSuffix("compare CONTENTS"))
        stage.press("down")
        #expect(stage.screen.contains("contents differ"))
        // The last way is kept.
        stage.press("C C")
        #expect(stage.effects.contains { if case .align = $0 { true } else { false } })
        stage.align()
        #expect(stage.lines[0].hasSuffix("comparing"))
    }

    @Test("A sort, a filter and hidden files hold for both panes")
    func arrangement() {
        var stage = compared()
        stage.press(".")
        stage.align()
        #expect(stage.model[.right].arrangement.showsHidden)
        #expect(stage.screen.contains("+ .hidden"))
        stage.press(", r")
        stage.align()
        #expect(stage.model[.right].order.count == 6)
        #expect(stage.model[.right].entry(atRow: 1)?.name.text == nil)
        #expect(stage.model[.right].entry(atRow: 2)?.name.text == "css")
        stage.press("down f")
        stage.type("main")
        stage.align()
        #expect(stage.model[.right].rowCount == 2)
        #expect(stage.current == "main.js")
    }

    @Test("What a transfer changed is compared again; what is below waits until it is quiet")
    func reread() {
        var stage = compared()
        end(&stage, ["assets": .same, "css": .different])
        stage.press("down down ctrl-r")
        stage.answer(Entry.site + [.file("old.tar.gz", 1)])
        #expect(walk(stage) == nil)
        stage.align()
        #expect(stage.current == "css")
        #expect(stage.lines[5].hasPrefix("│ ~>css/"))
        #expect(stage.screen.contains("~ old.tar.gz"))
        #expect(walk(stage) == nil)
        stage.wait(1)
        #expect(walk(stage) == nil)
        // That it is compared again by itself is not said.
        stage.send(.notice("Something else.", isError: false))
        stage.wait(1.5)
        #expect(walk(stage) != nil)
        end(&stage, ["assets": .same, "css": .same])
        #expect(stage.lines[5].hasPrefix("│ ="))
        #expect(stage.statusLine.contains("Something else."))
    }

    @Test("Another directory is compared anew, and what is asked of the old one is stopped")
    func elsewhere() {
        var stage = compared()
        guard let (request, _) = walk(stage) else {
            Issue.record("nothing is compared")
            return
        }
        stage.press("down enter")
        stage.answer([.file("x", 1)])
        #expect(stage.effects.contains(.stop(request)))
        stage.align()
        #expect(stage.model[.left].alignment != nil)
        #expect(stage.screen.contains("+ x "))
        // Another tab is not compared; the old one is again once it is seen.
        stage.press("t")
        #expect(!stage.lines[0].contains("compar"))
        #expect(stage.model[.right].alignment == nil)
        stage.press("[")
        stage.align()
        #expect(stage.lines[0].contains("compare"))
        #expect(stage.model[.right].alignment != nil)
    }

    @Test("What could not be compared says so, and is not called the same")
    func failed() {
        var stage = compared()
        end(
            &stage, ["assets": .failed, "css": .same],
            failure: "/www/assets: permission denied [550 No.].")
        #expect(stage.lines[4].hasPrefix("│ ! assets/"))
        #expect(stage.statusLine.contains("1 name could not be compared. /www/assets"))
        #expect(stage.statusLine.contains("permission denied"))
    }

    @Test(
        "Names that are composed otherwise stand in one row, and .. beside nothing where one is at the top"
    )
    func names() {
        var stage = Stage.shown(
            left: [.file("e\u{301}", 1)], right: [.file("\u{E9}", 1), .file("z", 1)])
        _ = stage.model.open(.right, Stage.web, .root)
        guard let request = stage.model[.right].pending?.request else { return }
        stage.answer(request, .right, [.file("\u{E9}", 1), .file("z", 1)])
        stage.press("C")
        stage.align()
        #expect(stage.model[.right].entry(atRow: 0) == nil)
        #expect(stage.model[.right].entry(atRow: 1)?.name.text == "\u{E9}")
        #expect(stage.lines[4].contains("│ = "))
        stage.press("tab home")
        #expect(stage.press("enter").isEmpty)
        stage.press("tab enter")
        #expect(stage.model[.left].pending?.path == Path("/home/me"))
    }

    @Test("A pane that is nowhere, and one directory twice, are refused")
    func refused() {
        var stage = Stage()
        stage.press("C")
        #expect(stage.statusLine.contains("Open a directory in both panes first."))
        var same = Stage.shown()
        same.press("=")
        guard let request = same.model[.right].pending?.request else { return }
        same.answer(request, .right, Entry.site)
        same.press("C")
        #expect(same.statusLine.contains("Both panes show the same directory"))
    }
}
