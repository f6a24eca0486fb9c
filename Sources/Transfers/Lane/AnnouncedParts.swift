import Files

/// Which of an owner's small parts stand in lists of the store, and how far each has come.
struct AnnouncedParts {
    /// What has changed of a list.
    struct Change: Sendable {
        let first: UInt64
        /// Nil where the store need not know of it any more.
        let stages: [PartStage]?
    }

    private struct List {
        var stages: [PartStage]
        /// Numbers of those that were begun here.
        var begun: Set<UInt64> = []

        var isOver: Bool { stages.allSatisfy(\.isFinal) }
    }

    private var lists: [UInt64: List] = [:]
    /// Where each part stands of which something may still become.
    private var places: [UInt64: (first: UInt64, index: Int)] = [:]
    /// What has become of parts and was not yet written down.
    private var steps: [StageLog.Step] = []
    /// The lists that these are of.
    private var changed: Set<UInt64> = []
    /// Lists that the store can forget, and that are over in a log.
    private var over: [UInt64] = []

    mutating func add(_ list: PartList) {
        for (index, part) in list.parts.enumerated() where !part.stage.isFinal {
            places[part.part.id.number] = (list.first, index)
        }
        let stages = list.parts.map(\.stage)
        if !stages.allSatisfy(\.isFinal) { lists[list.first] = List(stages: stages) }
    }

    func holds(_ number: UInt64) -> Bool { places[number] != nil }

    mutating func begin(_ number: UInt64) {
        guard let place = places[number] else { return }
        lists[place.first]?.begun.insert(number)
    }

    mutating func set(_ stage: PartStage, of number: UInt64) {
        guard let place = places[number] else { return }
        lists[place.first]?.stages[place.index] = stage
        if stage.isFinal { places[number] = nil }
        steps.append(StageLog.Step(number: number, stage: stage))
        changed.insert(place.first)
    }

    /// Takes out those of the numbers that were never begun.
    mutating func endUnbegun(_ numbers: [UInt64]) {
        for number in numbers {
            guard let place = places[number],
                lists[place.first]?.begun.contains(number) == false
            else { continue }
            set(.gone, of: number)
        }
    }

    /// Takes what has become of parts, in order, to be written down; `takeChanges` comes after that.
    mutating func takeSteps() -> [StageLog.Step] {
        defer { steps = [] }
        return steps
    }

    /// Takes what the store is to be told of the lists. Of those whose steps are written down elsewhere,
    /// the ones that begin with these numbers, it need not know at once.
    mutating func takeChanges(besides logged: Range<UInt64>? = nil) -> [Change] {
        defer { changed = [] }
        return changed.sorted().compactMap { first in
            guard let list = lists[first] else { return nil }
            let isLogged = logged?.contains(first) == true
            guard list.isOver else {
                return isLogged ? nil : Change(first: first, stages: list.stages)
            }
            lists[first] = nil
            let isWanted = list.stages.contains(.done)
            guard isLogged else {
                return Change(first: first, stages: isWanted ? list.stages : nil)
            }
            if !isWanted { over.append(first) }
            return nil
        }
    }

    /// Takes the logged lists of which the store need not know any more. What goes wrong with that costs
    /// it some rows until the owner ends.
    mutating func takeOver() -> [Change] {
        defer { over = [] }
        return over.map { Change(first: $0, stages: nil) }
    }
}
