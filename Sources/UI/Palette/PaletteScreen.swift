import Files
import Terminal

extension Model {
    mutating func openPalette() -> [Effect] {
        menu = nil
        palette = PaletteState()
        return []
    }

    mutating func takeKeyInPalette(_ key: Key) -> [Effect] {
        guard palette != nil else { return [] }
        switch (key.code, key.modifiers) {
        case (.escape, _), (.character("g"), .control), (.character("c"), .control):
            return closePalette()
        case (.enter, _):
            return runPalette()
        case (.up, _), (.character("p"), .control):
            movePalette(by: -1)
        case (.down, _), (.character("n"), .control):
            movePalette(by: 1)
        case (.pageUp, _):
            scrollPalette(by: -PaletteLayout(size: size).list.height)
        case (.pageDown, _):
            scrollPalette(by: PaletteLayout(size: size).list.height)
        case (.tab, _):
            if let action = palette?.match { setPalette(action.rawValue) }
        default:
            if palette?.field.handle(key) == true { changedPalette() }
        }
        return []
    }

    mutating func pasteInPalette(_ text: String) -> [Effect] {
        palette?.field.insert(text)
        changedPalette()
        return []
    }

    private mutating func changedPalette() {
        palette?.historyIndex = nil
        palette?.refresh()
    }

    private mutating func setPalette(_ text: String) {
        palette?.field = TextField(text)
        palette?.refresh()
    }

    /// A command that nobody answers is given up.
    private mutating func closePalette() -> [Effect] {
        let awaited = palette?.awaited
        palette = nil
        return awaited.map { [.cancel($0.side, $0.request)] } ?? []
    }

    /// Up and Down go through the list, or, in an empty line and in commands, through what was
    /// typed before.
    private mutating func movePalette(by step: Int) {
        guard let state = palette else { return }
        let text = state.field.text
        let isHistory =
            state.historyIndex != nil || PaletteCommand(text) != nil || (text.isEmpty && step < 0)
        guard isHistory else {
            palette?.cursor = max(0, min(state.cursor + step, state.matches.count - 1))
            return
        }
        let lines = paletteHistory.lines
        let index = (state.historyIndex ?? lines.count) + step
        guard index >= 0 else { return }
        if lines.indices.contains(index) {
            palette?.historyIndex = index
            setPalette(lines[index])
        } else {
            palette?.historyIndex = nil
            if state.historyIndex != nil { setPalette("") }
        }
    }

    private mutating func scrollPalette(by rows: Int) {
        guard let state = palette else { return }
        let height = PaletteLayout(size: size).list.height
        if state.output.isEmpty {
            palette?.cursor = max(0, min(state.cursor + rows, state.matches.count - 1))
        } else {
            palette?.outputTop = max(0, min(state.outputTop + rows, state.output.count - height))
        }
    }

    private mutating func runPalette() -> [Effect] {
        guard let state = palette else { return [] }
        switch PaletteCommand(state.field.text) {
        case .go(let place): return goFromPalette(place)
        case .raw(let line): return sendRaw(line)
        case nil: break
        }
        guard let action = state.match else {
            palette?.show(
                ["No action is named '\(state.field.text)'. 'raw LINE' sends a command."],
                isError: true)
            return []
        }
        paletteHistory.append(action.rawValue)
        palette = nil
        return performAtItsPlace(action)
    }

    private mutating func goFromPalette(_ place: String) -> [Effect] {
        guard !place.isEmpty else {
            palette?.show(["Write cd and a path or a URL."], isError: true)
            return []
        }
        let (effects, refusal) = go(to: place)
        if let refusal {
            palette?.show([refusal], isError: true)
            return []
        }
        let holdsPassword = (try? SiteURL.parse(place))?.password != nil
        if !holdsPassword { paletteHistory.append("cd " + place) }
        palette = nil
        return (screen == .main ? [] : show(.main)) + effects
    }

    private mutating func sendRaw(_ line: String) -> [Effect] {
        guard !line.isEmpty else {
            palette?.show(["Write raw and a command, such as raw FEAT."], isError: true)
            return []
        }
        guard palette?.awaited == nil else {
            palette?.show(["The reply to the last command is still awaited."], isError: true)
            return []
        }
        let sides = [focus, focus.other]
        guard let side = sides.first(where: { !self[$0].site.isLocal }) else {
            palette?.show(
                ["Both panes show this machine: a raw command needs a server."], isError: true)
            return []
        }
        let verb = line.prefix { $0 != " " }.uppercased()
        if verb != "PASS", verb != "ACCT" { paletteHistory.append("raw " + line) }
        let request = makeRequest()
        palette?.awaited = PaletteState.Awaited(request: request, side: side)
        let site = self[side].site
        palette?.show(["Waiting for the reply of \(site.text)."], isError: false)
        palette?.historyIndex = nil
        setPalette("raw ")
        return [.sendRaw(request, side, site, line)]
    }

    mutating func takeReply(
        _ request: RequestID, _ result: Result<[String], FileSystemError>
    ) -> [Effect] {
        if takeCommandReply(request, result) { return [] }
        let isAwaited = palette?.awaited?.request == request
        if isAwaited { palette?.awaited = nil }
        switch result {
        case .success(let lines):
            let safe = lines.prefix(PaletteState.outputLimit).map { VisibleText.make($0) }
            if isAwaited { palette?.show(safe, isError: false) }
        case .failure(let error):
            if isAwaited {
                palette?.show([error.message], isError: true)
            } else if error.kind != .cancelled {
                status.show(error.message, .error)
            }
        }
        return []
    }

    /// Does an action on the screen where it means something, going there first.
    mutating func performAtItsPlace(_ action: Action) -> [Effect] {
        let place: Screen? =
            switch action.group {
            case .queue: .queue
            case .log: .log
            case .marking, .showing, .files: .main
            case .viewer: .viewer
            case .raw: .raw
            case .moving, .screens: nil
            }
        guard let place, place != screen, action != .redraw, action != .answer else {
            return perform(action)
        }
        if place == .viewer, viewer == nil { return refuse("No file is being viewed.") }
        return show(place) + perform(action)
    }

    mutating func takeMouseInPalette(_ mouse: Mouse) -> [Effect] {
        guard mouse.isPress, let state = palette else { return [] }
        let layout = PaletteLayout(size: size)
        switch mouse.button {
        case .wheelUp: scrollPalette(by: -1)
        case .wheelDown: scrollPalette(by: 1)
        case .left where layout.list.contains(mouse.point) && state.output.isEmpty:
            let row = state.top(height: layout.list.height) + mouse.point.y - layout.list.y
            guard state.matches.indices.contains(row) else { return [] }
            palette?.cursor = row
            return runPalette()
        case .left where !layout.box.contains(mouse.point): return closePalette()
        default: break
        }
        return []
    }
}
