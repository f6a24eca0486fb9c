import Files
import Jobs
import Settings
import Support
import Terminal

@testable import UI

/// Somebody who presses, clicks, pastes and resizes without sense, and a world that answers what it
/// likes, when it likes.
struct Monkey {
    var random: SeededNumbers
    private(set) var stage: Stage
    /// What was asked for and is not answered yet, the oldest first.
    private(set) var open: [Effect] = []
    /// What was answered lately: an answer may come twice, and for what is closed by now.
    private(set) var answered: [Effect] = []
    /// Keys that are to be pressed next.
    var plan: [Event] = []
    var lastJob: Int64 = 0
    var edits: [Edit] = []
    var visits: [Visit] = []
    private(set) var reached = Reached()

    /// What was seen of the interface.
    struct Reached {
        var screens: Set<ScreenID> = []
        var effects: Set<String> = []
        /// Dialogs and what lies over the screen, by their types.
        var boxes: Set<String> = []
    }

    /// Questions that may wait for an answer; one more has the oldest answered.
    private static let mostOpen = 100

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        stage = .shown(isASCII: seed % 2 == 0)
        stage.model.options.isPlain = seed % 4 == 3
        stage.model.options.deletion = seed % 3 == 0 ? nil : .trash
        stage.model.options.confirmsQuit = seed % 4 < 2
        stage.model.options.hasKeyring = seed % 5 < 3
        stage.model.options.themes = ["dark", "light"]
        stage.model.options.theme = "dark"
        if seed % 4 == 1 { stage.model.options.background = .available(warning: nil) }
        if seed % 4 == 2 { stage.model.keymap = .preset(.commander) }
    }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Lets one thing happen.
    mutating func step() {
        if !plan.isEmpty {
            take(.terminal(plan.removeFirst()))
        } else if open.count > Monkey.mostOpen {
            answer(at: 0)
        } else if chance(70) {
            plan = events()
        } else if chance(70), !open.isEmpty {
            answer(at: number(0...open.count - 1))
        } else if chance(10), let effect = answered.randomElement(using: &random) {
            for message in answers(to: effect) { take(message) }
        } else {
            take(news())
        }
    }

    private mutating func answer(at index: Int) {
        let effect = open.remove(at: index)
        answered = (answered + [effect]).suffix(50)
        for message in answers(to: effect) { take(message) }
    }

    private mutating func take(_ message: Message) {
        if chance(80) { stage.send(message) } else { stage.sendHastily(message) }
        for effect in stage.effects {
            reached.effects.insert(String(String(describing: effect).prefix { $0 != "(" }))
        }
        open += stage.effects
        if let measuring = stage.measuring { open.append(measuring) }
        reached.screens.insert(stage.model.screen)
        if let dialog = stage.model.dialogs.last {
            reached.boxes.insert(String(describing: type(of: dialog)))
        }
        if stage.model.palette != nil { reached.boxes.insert("Palette") }
        if stage.model.menu != nil { reached.boxes.insert("Menu") }
    }
}
