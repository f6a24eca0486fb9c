/// What comes of a key, a press of the mouse or a message, in this order: effects for the Engine,
/// and what the model is asked to do itself.
struct Outcome: Sendable {
    /// One thing that is to be done.
    enum Step: Sendable {
        /// The Engine's to do.
        case effect(Effect)
        /// Opens a dialog on top of the others, at once.
        case present(any Dialog)
        /// Opens a dialog as soon as nothing else is open: something waits for its answer.
        case ask(any Dialog)
        /// Fills the terminal with a screen.
        case show(ScreenID)
        /// Fills the terminal with a screen that is made anew; what was the last of its kind is let
        /// go of.
        case open(any Screen)
        /// Shows a screen, unless the user is doing something else than looking at the panes.
        case offer(ScreenID)
        /// Goes back to the panes where this screen is shown.
        case leave(ScreenID)
        /// Does an action on the screen that is shown by then, as its key would.
        case perform(Action)
        /// Does an action on the screen where it means something, going there first.
        case performAtItsPlace(Action)
    }

    /// What is to be done, the first thing first.
    private(set) var steps: [Step]

    /// Nothing more is to be done.
    static let nothing = Outcome(steps: [])

    /// Opens a dialog on top of the others, at once.
    static func present(_ dialog: any Dialog) -> Outcome { Outcome(steps: [.present(dialog)]) }

    /// Opens a dialog as soon as nothing else is open.
    static func ask(_ dialog: any Dialog) -> Outcome { Outcome(steps: [.ask(dialog)]) }

    /// Fills the terminal with a screen.
    static func show(_ screen: ScreenID) -> Outcome { Outcome(steps: [.show(screen)]) }

    /// Fills the terminal with a screen that is made anew.
    static func open(_ screen: any Screen) -> Outcome { Outcome(steps: [.open(screen)]) }

    /// Shows a screen, unless the user is doing something else than looking at the panes.
    static func offer(_ screen: ScreenID) -> Outcome { Outcome(steps: [.offer(screen)]) }

    /// Goes back to the panes where this screen is shown.
    static func leave(_ screen: ScreenID) -> Outcome { Outcome(steps: [.leave(screen)]) }

    /// Does an action on the screen where it means something, going there first.
    static func performAtItsPlace(_ action: Action) -> Outcome {
        Outcome(steps: [.performAtItsPlace(action)])
    }

    /// Does an action on the screen that is shown by then.
    static func perform(_ action: Action) -> Outcome { Outcome(steps: [.perform(action)]) }

    /// Effects alone.
    static func effects(_ effects: [Effect]) -> Outcome {
        Outcome(steps: effects.map { .effect($0) })
    }

    /// One thing after the other.
    static func + (first: Outcome, second: Outcome) -> Outcome {
        Outcome(steps: first.steps + second.steps)
    }

    /// Adds what is to be done afterwards.
    static func += (first: inout Outcome, second: Outcome) {
        first.steps += second.steps
    }
}

extension Outcome: ExpressibleByArrayLiteral {
    /// Effects alone; `[]` for nothing.
    init(arrayLiteral effects: Effect...) {
        self.init(steps: effects.map { .effect($0) })
    }
}
