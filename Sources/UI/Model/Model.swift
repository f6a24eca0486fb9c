import Files
package import Terminal

/// The whole interface as a value: what all screens share, the screens, and what lies over them. It
/// takes in messages and passes each to whom it concerns.
package struct Model: Sendable {
    /// Settings that the interface itself needs.
    package typealias Options = Workspace.Options

    /// What all screens and dialogs share.
    package var workspace: Workspace
    /// The full screens, and which of them fills the terminal.
    var screens = Screens()
    /// The boxes over the screen.
    package internal(set) var dialogs = DialogStack()
    /// What may lie over the screen and the boxes.
    var overlays = Overlays()
    var presses = MousePresses()

    /// Shows two panes.
    package init(
        size: Size, left: Pane, right: Pane, keymap: Keymap, options: Options = Options()
    ) {
        workspace = Workspace(
            size: size, panes: Panes(left: left, right: right), keymap: keymap, options: options)
    }

    /// The screen that fills the terminal.
    package var screen: ScreenID { screens.current }

    /// Takes in what happened; what is to be done about it comes back.
    package mutating func update(_ message: Message) -> [Effect] {
        let effects = carryOut(take(message))
        screens.adjust(&workspace)
        let comparing = PaneComparison.follow(&workspace)
        presentQuestions()
        let isLooking = screen == .main && dialogs.isEmpty && overlays.isEmpty
        // First: what a question counts is not to wait for it.
        let sizing = workspace.markedSizes.follow(
            workspace.panes, isIdle: isLooking, &workspace.requests)
        let all = sizing + effects + comparing
        return screen == .main ? all + Previewing.follow(&workspace) : all
    }

    private mutating func take(_ message: Message) -> Outcome {
        switch message {
        case .terminal(let event):
            return take(event)
        case .clock(let instant, let date):
            workspace.instant = instant
            workspace.now = date
            workspace.queue.noteSpeed(at: instant)
        case .drawn(let instant):
            if workspace.isLargeEnough || dialogs.isEmpty { dialogs.noteDrawn(at: instant) }
        case .listened(let instant, let isQuiet):
            if isQuiet { dialogs.noteQuiet(at: instant) } else { dialogs.noteTyping(at: instant) }
        case .exchanged(let exchanges):
            workspace.log.append(exchanges)
            workspace.status.note(exchanges, of: workspace.panes, workspace.glyphs)
        case .shared(let status):
            let outcome = ShareNews(status).take(&workspace)
            return tell(message) + outcome
        case .edits(let news):
            return EditArrival(news, isIdle: isIdle).take(&workspace) + tell(message)
        case .editorEnded(let id, let end):
            return [.editing(.ended(id, end))]
        case .passwordNeeded(let request, let site, let detail):
            return workspace.logins.askPassword(request, site, detail: detail)
        case .trustNeeded(let request, let site, let question):
            return .ask(TrustDialog(site: site, question: question, requests: [request]))
        case .prompted(let id, let prompt):
            return workspace.logins.ask(id, prompt)
        case .promptWithdrawn(let id):
            workspace.logins.prompts.remove(id)
        case .notice(let text, let isError):
            workspace.status.show(text, isError ? .error : .quiet)
        case .handedOver:
            return [.quit]
        case .counted(let request, let tally, let isFinal):
            workspace.markedSizes.take(request, tally, isFinal: isFinal)
        case .themed(let theme):
            return [.draw(theme)]
        case .resumed:
            dialogs.noteHidden()
            return [.redraw]
        default:
            break
        }
        return tell(message)
    }

    /// Passes a message on to the screens and to what lies over them.
    private mutating func tell(_ message: Message) -> Outcome {
        dialogs.take(message)
        let outcome = screens.take(message, &workspace)
        dialogs.closeSettled(after: message, in: workspace)
        if let outcome { return outcome }
        if overlays.take(message) { return .nothing }
        // Whoever asked has gone meanwhile.
        if case .replied(_, .failure(let error)) = message, error.kind != .cancelled {
            workspace.status.show(error.message, .error)
        }
        return .nothing
    }

    /// Opens the next dialog that something waits for where nothing else is being typed: letters
    /// meant for something else must not land in it, nor a password anywhere else.
    private mutating func presentQuestions() {
        guard isIdle, dialogs.presentNext() else { return }
        workspace.pendingKeys = []
    }

    /// Whether nothing lies over the screen, and nothing is being typed in a pane.
    private var isIdle: Bool {
        dialogs.isEmpty && overlays.isEmpty && !screens.isTyping
    }

    // MARK: Outcomes

    /// Does what something led to; the effects come back.
    mutating func carryOut(_ outcome: Outcome) -> [Effect] {
        outcome.steps.flatMap { carryOut($0) }
    }

    private mutating func carryOut(_ step: Outcome.Step) -> [Effect] {
        switch step {
        case .effect(let effect):
            return [effect]
        case .present(let dialog):
            dialogs.present(dialog)
        case .ask(let dialog):
            dialogs.ask(dialog)
        case .show(let screen):
            return show(screen)
        case .open(let screen):
            return carryOut(screens.open(screen, &workspace))
        case .offer(let screen):
            return isIdle && self.screen == .main ? show(screen) : []
        case .leave(let screen):
            return screen == self.screen ? show(.main) : []
        case .perform(let action):
            return perform(action)
        case .performAtItsPlace(let action):
            return performAtItsPlace(action)
        }
        return []
    }

    /// Fills the terminal with a screen.
    mutating func show(_ screen: ScreenID) -> [Effect] {
        carryOut(screens.show(screen, &workspace))
    }

    // MARK: Actions

    /// Does what a key, a menu entry or a word in the palette stands for.
    package mutating func perform(_ action: Action) -> [Effect] {
        let isInPane = workspace.context == .pane
        let outcome =
            screens.top.perform(action, &workspace)
            ?? screens.performElsewhere(action, &workspace)
        let effects = carryOut(outcome ?? performAnywhere(action))
        guard isInPane, let used = workspace.hints.note(action) else { return effects }
        return effects + [.keepHints(used: used)]
    }

    /// What an action does on every screen that has no meaning of its own for it.
    private mutating func performAnywhere(_ action: Action) -> Outcome {
        if overlays.open(for: action, over: screens.top, workspace) { return .nothing }
        switch action {
        case .cancel:
            return screen == .main ? .nothing : .show(.main)
        case .quit:
            return EditQuestions.beforeQuitting(
                workspace, otherwise: ConfirmDialog.quit(workspace))
        case .askToQuit:
            return EditQuestions.beforeQuitting(
                workspace, otherwise: ConfirmDialog.askWhetherToQuit(workspace))
        case .suspend:
            return [.suspend]
        case .redraw:
            return [.redraw]
        default:
            break
        }
        return .nothing
    }

    private mutating func performAtItsPlace(_ action: Action) -> [Effect] {
        guard let place = screens.place(of: action.group), place.screen != screen,
            action != .redraw, action != .answer
        else { return perform(action) }
        if let refusal = place.refusal { return carryOut(workspace.refuse(refusal)) }
        return show(place.screen) + perform(action)
    }
}
