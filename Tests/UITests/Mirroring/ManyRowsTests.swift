import Files
import Sync
import Terminal
import Testing

@testable import UI

/// Costs are held against work that a key or a frame must not do, not against a clock.
@Suite("A plan with very many rows", .serialized)
struct ManyRowsTests {
    private static let count = 100_000

    private static func stage(_ count: Int) throws -> Stage {
        var stage = Stage.shown()
        var trees = PlantedPlan()
        trees.first[""] = (0..<10).map { .folder("dir\($0)") }
        for directory in 0..<10 {
            trees.first["dir\(directory)"] = (0..<count / 10).map { .file("file number \($0)", 7) }
        }
        _ = try stage.plan(trees)
        return stage
    }

    @Test("Moving, ticking and drawing cost nothing like going through all rows")
    func keys() throws {
        var stage = try Self.stage(Self.count)
        #expect(stage.list?.count == Self.count + 10)
        let list = try #require(stage.list)
        let all = Stage.shortest(of: stage) { _ in _ = PlanIndex(list.plan.rows) }
        let moving = Stage.shortest(of: stage) { $0.press("G up pagedown down") }
        let ticking = Stage.shortest(of: stage) { $0.press("down space space space") }
        let arriving = Stage.shortest(of: stage) { stage in
            stage.press("ctrl-r")
            guard case .makePlan(let request, _)? = stage.effects.last else { return }
            stage.send(.planned(request, .success(list.plan)))
        }
        #expect(arriving * 4 < all)
        let drawing = Stage.shortest(of: stage) { _ = $0.model.view() }
        #expect(moving * 4 < all)
        #expect(ticking * 4 < all)
        #expect(drawing * 4 < all)
        stage.press("down space")
        #expect(stage.list?.ticked.count == Self.count + 9)
        #expect(stage.screen.contains("100,000 files (683K) to copy") == false)
        #expect(stage.screen.contains("99,999 files (684K) to copy"))
    }

    @Test("A letter of the filter goes once through all paths, and makes no text of them")
    func filter() throws {
        var stage = try Self.stage(Self.count)
        let list = try #require(stage.list)
        let all = Stage.shortest(of: stage) { _ in _ = PlanIndex(list.plan.rows) }
        stage.press("f")
        let filtering = Stage.shortest(of: stage) { $0.type("9") }
        #expect(filtering * 2 < all)
        stage.type("number 9999")
        #expect(stage.list?.count == 10)
        stage.press("escape")
        // A branch is as large as it is, and no larger.
        let branch = Stage.shortest(of: stage) { $0.press("home space") }
        #expect(branch < all)
        stage.press("home space")
        #expect(stage.list?.ticked.count == Self.count + 10 - Self.count / 10 - 1)
    }
}
