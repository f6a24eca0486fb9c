import Files
import Jobs

/// In which order the steps of a mirror are taken back: several connections have done them, and nobody knows
/// which came first.
enum MirrorUndo {
    /// The steps so that the last is taken back first: what was made goes, then what was kept gets its
    /// place again, and then the directories go in which it was kept.
    static func ordered(_ steps: [UndoStep]) -> [UndoStep] {
        var holders: Set<Path> = []
        for step in steps {
            guard case .renamed = step.what else { continue }
            var path = step.path.parent
            while !path.isRoot, holders.insert(path).inserted { path = path.parent }
        }
        func turn(_ step: UndoStep) -> Int {
            switch step.what {
            case .madeDirectory: holders.contains(step.path) ? 0 : 2
            case .renamed, .moved, .trashed: 1
            case .madeFile, .madeLink: 3
            case .changed: 4
            }
        }
        return steps.enumerated().sorted { left, right in
            let (first, second) = (turn(left.element), turn(right.element))
            if first != second { return first < second }
            // Of directories the deepest goes first.
            let (one, two) = (
                left.element.path.components.count, right.element.path.components.count
            )
            if case .madeDirectory = left.element.what, one != two { return one < two }
            return left.offset < right.offset
        }.map(\.element)
    }
}
