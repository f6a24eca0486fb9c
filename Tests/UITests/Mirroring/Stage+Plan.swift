import Files
import Sync
import Testing

@testable import UI

extension Stage {
    struct Missing: Error {}

    /// Asks for a plan with these keys, and has it made of two trees.
    mutating func plan(
        _ trees: PlantedPlan, _ keys: String = "M enter",
        _ change: (inout PreparedPlan) -> Void = { _ in }
    ) throws -> RequestID {
        for case .makePlan(let request, let order) in press(keys) {
            var plan = trees.plan(order)
            change(&plan)
            send(.planned(request, .success(plan)))
            return request
        }
        throw Missing()
    }

    /// A plan that deletes as well.
    mutating func deletingPlan(_ trees: PlantedPlan) throws -> RequestID {
        try plan(trees, "M down right enter")
    }

    var list: PlanList? { model.workspace.plan?.list }

    /// The paths of what is ticked.
    var ticked: [String] {
        guard let list else { return [] }
        return list.ticked.map { VisibleText.make(list.plan.rows.row(at: Int($0)).difference.path) }
    }

    /// The paths of what is shown.
    var shownPaths: [String] {
        guard let list else { return [] }
        return (0..<list.count).compactMap { list.row(at: $0) }.map {
            VisibleText.make(list.plan.rows.row(at: $0).difference.path)
        }
    }

    /// The screen's row of a path.
    func row(_ path: String) -> String {
        lines.dropFirst(2).first { $0.contains(" \(path)") } ?? ""
    }
}

extension PlantedPlan {
    private static func time(_ day: Int) -> CivilTime {
        CivilTime(year: 2026, month: 11, day: day, hour: 9, minute: 0)
    }

    /// A site of which much is new, changed, gone or in the way.
    static var site: PlantedPlan {
        var trees = PlantedPlan()
        trees.first = [
            "": [
                .folder("css"), .folder("new"), .file("index.html", 4_000, time(20)),
                .file("same.txt", 5, time(3)), .file("logo.png", 90_000, time(2)),
                .file("mode.sh", 7, time(3), mode: 0o755), .folder("thing"),
            ],
            "css": [.file("main.css", 10, time(1))],
            "new": [.folder("deep"), .file("a.txt", 1_000, time(4))],
            "new/deep": [.file("b.txt", 2_000, time(4)), .file("ü.txt", 3_000, time(4))],
        ]
        trees.second = [
            "": [
                .folder("css"), .folder("old"), .file("index.html", 3_000, time(10)),
                .file("same.txt", 5, time(3)), .file("mode.sh", 7, time(3), mode: 0o644),
                .file("thing", 1, time(1)),
            ],
            "css": [.file("main.css", 10, time(1))],
            "old": [.folder("sub"), .file("x.txt", 1, time(1)), .file("y.txt", 2, time(1))],
            "old/sub": [.file("z.txt", 3, time(1))],
        ]
        return trees
    }
}
