import Terminal

extension Model {
    /// Does what a key, a menu entry or a word in the palette stands for.
    package mutating func perform(_ action: Action) -> [Effect] {
        let effects: [Effect]? =
            switch screen {
            case .main: performInPane(action)
            case .queue: performInQueue(action)
            case .log: performInLog(action)
            case .viewer: performInViewer(action)
            case .share: performInShare(action)
            case .sites: performInSites(action)
            case .help: performInHelp(action)
            case .raw: performInRaw(action)
            }
        return effects ?? performAnywhere(action)
    }

    /// What an action does on every screen that has no meaning of its own for it.
    private mutating func performAnywhere(_ action: Action) -> [Effect] {
        switch action {
        case .help:
            return screen == .help ? show(.main) : show(.help)
        case .sites:
            return screen == .sites ? show(.main) : show(.sites)
        case .queue:
            return screen == .queue ? show(.main) : show(.queue)
        case .log:
            return screen == .log ? show(.main) : show(.log)
        case .share:
            return openShare()
        case .shareStop, .shareKick, .shareCopy, .shareInvert:
            return performAtShare(action)
        case .raw:
            return screen == .raw ? show(.main) : show(.raw)
        case .menu:
            return openMenu()
        case .palette:
            return openPalette()
        case .answer:
            return answerNext()
        case .cancel:
            return screen == .main ? [] : show(.main)
        case .quit:
            return askToQuit()
        case .askToQuit:
            return askWhetherToQuit()
        case .suspend:
            return [.suspend]
        case .redraw:
            return [.redraw]
        default:
            return []
        }
    }

    /// Fills the terminal with a screen.
    mutating func show(_ screen: Screen) -> [Effect] {
        let old = self.screen
        pendingKeys = []
        typing = nil
        self.screen = screen
        var effects: [Effect] = []
        // Help and the lists stand before the viewer; only the panes end it.
        if screen == .main { effects += closeViewer() }
        switch screen {
        case .main, .viewer: break
        case .queue: effects += openQueue()
        case .share: showVisits()
        case .log: effects += openLog()
        case .sites: effects += openSites()
        case .help: effects += openHelp(from: old)
        case .raw: effects += openRaw()
        }
        return effects
    }
}
