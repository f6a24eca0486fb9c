import Files
import Sync
import Terminal
import Testing

@testable import UI

@Suite("A plan on the screen")
struct PlanScreenTests {
    @Test("While both are compared it says how far that is; Esc stops it and goes back")
    func comparing() throws {
        var stage = Stage.shown()
        guard case .makePlan(let request, _)? = stage.press("M enter").last else {
            throw Stage.Missing()
        }
        stage.send(.planning(request, PlanningProgress(directories: 12, differences: 1)))
        #expect(stage.screen.contains("12 directories compared"))
        #expect(stage.screen.contains("1 difference so far"))
        #expect(stage.press("f5").isEmpty)
        #expect(stage.statusLine.contains("Wait until both directories have been compared."))
        // Behind the panes it is still made; M shows it again.
        stage.press("g p")
        #expect(stage.model.screen == .main)
        #expect(stage.lines[0].contains("planning"))
        stage.press("M")
        #expect(stage.model.screen == .plan)
        #expect(stage.press("escape") == [.stop(request)])
        #expect(stage.model.screen == .main)
        stage.send(.planned(request, .success(PlantedPlan.site.plan(stage.order()))))
        #expect(stage.model.workspace.plan == nil)
        stage.press("g p")
        #expect(stage.statusLine.contains("There is no plan yet."))
    }

    @Test("A plan that cannot be made says why, and can be tried again")
    func failed() throws {
        var stage = Stage.shown()
        guard case .makePlan(let request, let order)? = stage.press("M enter").last else {
            throw Stage.Missing()
        }
        let error = FileSystemError(.notFound, detail: "/www does not exist.")
        stage.send(.planned(request, .failure(error)))
        #expect(stage.screen.contains("/www does not exist."))
        guard case .makePlan(let again, order)? = stage.press("ctrl-r").last else {
            throw Stage.Missing()
        }
        stage.send(.planned(again, .failure(error)))
        stage.press("escape")
        #expect(stage.model.screen == .main)
    }

    @Test(
        "Rows say what is done, with the size and why; below is more of one, and what all come to")
    func rows() throws {
        var stage = Stage.shown(100, 30)
        _ = try stage.deletingPlan(.site)
        #expect(stage.lines[0].hasPrefix(" Mirror ~/site → ftp://deploy@web01/www"))
        #expect(stage.row("index.html").hasPrefix(" [x] ~ index.html"))
        #expect(stage.row("index.html").hasSuffix("3.9K  newer by 10 d"))
        #expect(stage.row("logo.png").hasPrefix(" [x] + logo.png"))
        #expect(stage.row("mode.sh").hasPrefix(" [x] m mode.sh"))
        #expect(stage.row("new/deep/").contains("dir  new"))
        #expect(stage.row("old/x.txt").hasPrefix(" [x] - old/x.txt"))
        #expect(
            stage.lines[1].contains("[All 14] Copies 6  Replacements 2  Deletions 5  Conflicts 0"))
        stage.press("G")
        stage.press("up")
        #expect(stage.screen.contains("Delete: not in the source"))
        #expect(stage.screen.contains("14 of 14 ticked, 2 files are the same"))
        #expect(stage.screen.contains("5 files (98K) to copy"))
        #expect(stage.screen.contains("6 to delete"))
    }

    @Test("Without deletions what is in the way is a conflict, which cannot be ticked")
    func conflicts() throws {
        var stage = Stage.shown()
        _ = try stage.plan(.site)
        stage.press("5")
        #expect(stage.shownPaths == ["thing"])
        #expect(stage.row("thing").hasPrefix("     ! thing/"))
        stage.press("space")
        #expect(stage.statusLine.contains("A conflict cannot be ticked"))
        #expect(stage.screen.contains("3 other changes, 1 conflict"))
        stage.press("ctrl-a")
        #expect(!stage.ticked.contains("thing"))
    }

    @Test("Tabs go round, and the cursor keeps its row where it can")
    func tabs() throws {
        var stage = Stage.shown()
        _ = try stage.deletingPlan(.site)
        stage.press("tab")
        #expect(stage.list?.tab == .copies)
        stage.press("[ [")
        #expect(stage.list?.tab == .others)
        #expect(stage.shownPaths == ["mode.sh"])
        stage.press("4")
        #expect(stage.shownPaths == ["old", "old/sub", "old/sub/z.txt", "old/x.txt", "old/y.txt"])
        stage.press("down down 1")
        let row = try #require(stage.list?.current)
        #expect(stage.shownPaths[row] == "old/sub/z.txt")
        let x = try #require(stage.lines[1].firstRange(of: "Replacements")).lowerBound
        stage.click(stage.lines[1].distance(from: stage.lines[1].startIndex, to: x), 1)
        #expect(stage.list?.tab == .replacements)
    }

    @Test("A press selects a row; one on its tick, or with the right button, ticks")
    func mouse() throws {
        var stage = Stage.shown()
        _ = try stage.deletingPlan(.site)
        stage.click(20, 3)
        #expect(stage.list?.current == 1)
        #expect(stage.ticked.count == 14)
        stage.click(2, 3)
        #expect(!stage.ticked.contains("logo.png"))
        stage.click(20, 5, .right)
        #expect(stage.ticked.count == 8)
        stage.click(2, 5)
        stage.click(2, 3)
        #expect(stage.ticked.count == 14)
        stage.click(2, 25)
        #expect(stage.ticked.count == 14)
    }

    @Test("A filter holds for paths, without regard to case; Esc takes it back")
    func filter() throws {
        var stage = Stage.shown()
        _ = try stage.deletingPlan(.site)
        stage.press("f")
        stage.type("W/Deep")
        #expect(stage.shownPaths == ["new/deep", "new/deep/b.txt", "new/deep/ü.txt"])
        stage.press("enter")
        #expect(stage.screen.contains("Filter: W/Deep, "))
        stage.press("u")
        #expect(stage.ticked.count == 11)
        stage.press("escape")
        #expect(stage.shownPaths.count == 14)
        stage.press("f")
        stage.type("nothing of that name")
        #expect(stage.screen.contains("No path here contains this text."))
        stage.press("escape")
        #expect(stage.shownPaths.count == 14)
        #expect(stage.model.screen == .plan)
    }

    @Test("Problems are counted in the title and listed by t")
    func problems() throws {
        var stage = Stage.shown()
        _ = try stage.plan(.site) { plan in
            plan.troubles = ["/www/secret could not be read.", "Nothing is deleted there."]
            plan.offset = 3_600
        }
        #expect(stage.lines[0].hasSuffix("3 problems"))
        stage.press("f5")
        #expect(stage.screen.contains("The comparison found 2 problems."))
        stage.press("n")
        stage.press("t")
        #expect(stage.screen.contains("/www/secret could not be read."))
        #expect(stage.screen.contains("All times differ by 1 h; they count as equal."))
        stage.press("enter t escape")
        #expect(stage.model.screen == .plan)
        _ = try stage.plan(PlantedPlan(), "escape M enter")
        #expect(stage.screen.contains("There is nothing to do; both have the same files."))
        stage.press("t")
        #expect(stage.statusLine.contains("There are no problems."))
        stage.press("f5")
        #expect(stage.statusLine.contains("No row is ticked."))
    }

    @Test("A file is viewed where its new state is, and the plan comes back afterwards")
    func view() throws {
        var stage = Stage.shown()
        _ = try stage.deletingPlan(.site)
        stage.press("f3")
        guard case .read(_, let place, _, _)? = stage.effects.first else {
            throw Stage.Missing()
        }
        #expect(place == Location(site: .local, path: Path("/home/me/site/index.html")))
        stage.press("q")
        #expect(stage.model.screen == .plan)
        stage.press("4 down down down i")
        guard case .read(_, let other, _, _)? = stage.effects.first else {
            throw Stage.Missing()
        }
        #expect(other == Location(site: Stage.web, path: Path("/www/old/x.txt")))
        stage.press("q up up i")
        #expect(stage.statusLine.contains("Only files can be viewed."))
    }

    @Test("A new plan replaces one that waits, which is dropped; the same order compares again")
    func again() throws {
        var stage = Stage.shown()
        let first = try stage.plan(.site)
        stage.press("escape")
        #expect(stage.model.screen == .main)
        stage.press("g p")
        #expect(stage.model.screen == .plan)
        let effects = stage.press("ctrl-r")
        #expect(effects.first == .dropPlan(first))
        guard case .makePlan(let second, _)? = effects.last else { throw Stage.Missing() }
        stage.send(.planned(first, .success(PlantedPlan.site.plan(stage.order()))))
        #expect(stage.list == nil)
        stage.send(.planned(second, .success(PlantedPlan.site.plan(stage.order()))))
        #expect(stage.list != nil)
    }

    @Test("Both ways, rows say in which direction, and what comes of conflicts")
    func sync() throws {
        var trees = PlantedPlan.site
        trees.first["thing"] = nil
        trees.second["thing"] = nil
        var stage = Stage.shown(110, 34)
        _ = try stage.plan(trees, "M right enter")
        #expect(stage.lines[0].hasPrefix(" Synchronise ~/site ↔ ftp://deploy@web01/www"))
        #expect(stage.row("index.html").hasPrefix(" [x] <>+ index.html"))
        #expect(stage.row("old/x.txt").hasPrefix(" [x]  <+ old/x.txt"))
        #expect(stage.row("logo.png").hasPrefix(" [x]  >+ logo.png"))
        #expect(stage.screen.contains("> 5 files (98K), < 5 files (2.9K)"))
        stage.press("f5")
        #expect(stage.screen.contains("In ftp://deploy@web01/www:"))
        #expect(stage.screen.contains("In ~/site:"))
    }

    @Test("All of it fits the smallest screen, and names are cut", arguments: [60, 200])
    func sizes(_ width: Int) throws {
        var trees = PlantedPlan.site
        let long = String(repeating: "long", count: 50)
        trees.first["", default: []] += [
            .file("\(long)1.txt", 1), .file("\(long)2.txt", 1), .file("テスト\(long).txt", 1),
        ]
        var stage = Stage.shown(width, width == 60 ? 16 : 50)
        _ = try stage.deletingPlan(trees)
        #expect(stage.screen.contains("index.html"))
        #expect(stage.screen.contains("of 17 ticked"))
        stage.press("f")
        stage.type("long")
        stage.press("enter")
        let rows = stage.lines.filter { $0.contains("[x] +") }
        #expect(rows.count == 3 && Set(rows).count == 3)
        #expect(rows.allSatisfy { CharacterWidth.of($0) <= width })
        stage.press("f5")
        #expect(stage.screen.contains("Run (y)"))
    }
}

extension Stage {
    /// What a plan of the two panes is made for.
    func order(deletes: Bool = true) -> PlanOrder {
        PlanOrder(.mirror(deletes: deletes), Pair(model.left.location, model.right.location))
    }
}
