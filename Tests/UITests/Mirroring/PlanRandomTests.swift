import Files
import Support
import Sync
import Terminal
import Testing

@testable import UI

@Suite("The screen of a plan under any keys, sizes and answers")
struct PlanRandomTests {
    private static let dialogKeys = "y n enter escape tab down right space x é 漢 backspace /"
        .split(separator: " ").compactMap { Key(name: String($0)) }

    @Test("Every stage is reached and drawn, and what is run can be done", arguments: 1...6)
    func random(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var world = Monkey(seed: seed)
        var stage = Stage.shown(isASCII: seed % 2 == 0)
        var open: [Effect] = []
        var reached: Set<String> = []
        let keys = stage.model.keymap.bindings.filter { $0.context == .plan }.map(\.keys)
        for step in 0..<3_000 {
            if stage.model.screen != .plan, stage.model.dialogs.isEmpty {
                stage.press(["escape", "M", "tab M right"].randomElement(using: &random) ?? "M")
            } else if Int.random(in: 0..<60, using: &random) == 0 {
                let size = Size(
                    width: .random(in: 60...160, using: &random),
                    height: .random(in: 16...50, using: &random))
                stage.send(.terminal(.resize(size)))
            } else if Int.random(in: 0..<8, using: &random) == 0, !open.isEmpty {
                let effect = open.remove(at: .random(in: open.indices, using: &random))
                for message in world.planAnswers(to: effect) {
                    stage.send(message)
                    note(stage, &reached)
                }
            } else if let id = stage.model.workspace.plan?.job,
                Int.random(in: 0..<10, using: &random) == 0
            {
                stage.send(.queue(world.planChange(id)))
            } else if Int.random(in: 0..<10, using: &random) == 0 {
                let point = Point(
                    x: .random(in: 0..<stage.model.size.width, using: &random),
                    y: .random(in: 0..<stage.model.size.height, using: &random))
                stage.send(.terminal(.mouse(.left, point, isPress: true, modifiers: [])))
            } else if Int.random(in: 0..<3, using: &random) == 0 || !stage.model.dialogs.isEmpty {
                let key = Self.dialogKeys.randomElement(using: &random) ?? Key(.enter)
                stage.send(.terminal(.key(key)))
            } else {
                for key in keys.randomElement(using: &random) ?? [] {
                    stage.send(.terminal(.key(key)))
                }
            }
            let answerable = stage.effects.filter { effect in
                if case .keepPairChoices = effect { false } else { true }
            }
            open = (open + answerable).suffix(20)
            note(stage, &reached)
            let fault = ModelCheck(stage).fault(at: step) ?? stage.list.flatMap(PlanTicks.fault)
            guard let fault else { continue }
            Issue.record("\(fault), seed \(seed), step \(step)")
            return
        }
        #expect(reached.count == 6, "\(reached)")
    }

    private func note(_ stage: Stage, _ reached: inout Set<String>) {
        guard let plan = stage.model.workspace.plan else { return }
        reached.insert(String(String(describing: plan.stage).prefix { $0 != "(" }))
    }
}
