import Files
import Terminal

extension Model {
    /// Speaks with the focused pane's server, or the other pane's, or with whatever is typed.
    mutating func openRaw() -> [Effect] {
        let side = [focus, focus.other].first { !self[$0].site.isLocal && !self[$0].isEmpty }
        let kind: RawState.Kind
        if let side, self[side].site.scheme.isFTP {
            kind = .commands(side, self[side].site)
        } else {
            kind = .requests
        }
        if raw?.kind == kind, raw?.awaited != nil || side == nil { return [] }
        var state =
            raw?.kind == kind
            ? raw ?? RawState(kind: kind, area: .request) : RawState(kind: kind, area: .request)
        if kind == .requests {
            if let side, self[side].site.scheme.isHTTP {
                let text = EditableLocation.text(of: self[side].location, home: nil)
                if state.address.text != text {
                    state.address = TextField(text)
                    state.fill(
                        ReadyRequest.get(self[side].site, self[side].path, isDirectory: true))
                }
            } else if state.address.text.isEmpty {
                state.area = .address
            }
        }
        let effects = raw.map { leave($0) } ?? []
        raw = state
        return raw?.exchange == nil ? effects : []
    }

    /// What is waited for is given up, and what was kept is thrown away.
    private func leave(_ state: RawState) -> [Effect] {
        state.exchange.map { [.stop($0)] } ?? []
    }

    var rawLayout: RawLayout { RawLayout(size: size, kind: raw?.kind ?? .requests) }

    /// Text goes into the field that has the keys.
    mutating func interceptInRaw(_ key: Key) -> [Effect]? {
        guard var state = raw else { return nil }
        if case .commands = state.kind { return interceptCommand(key) }
        switch state.area {
        case .address:
            switch key.code {
            case .enter where key.modifiers.isEmpty, .down:
                takeAddress()
                return []
            default:
                guard state.address.handle(key) else { return nil }
            }
        case .request:
            if key.code == .tab { return nil }
            guard state.request.handle(key, height: rawLayout.request.height) else { return nil }
        case .reply:
            return nil
        }
        raw = state
        return []
    }

    mutating func pasteInRaw(_ text: String) -> [Effect] {
        switch (raw?.kind, raw?.area) {
        case (.commands, _): raw?.command.insert(text)
        case (_, .address): raw?.address.insert(text)
        case (_, .request): raw?.request.insert(text)
        default: break
        }
        return []
    }

    mutating func performInRaw(_ action: Action) -> [Effect]? {
        let height = rawLayout.reply.height
        let top = raw?.top ?? 0
        switch action {
        case .up: raw?.scroll(to: top - 1, height: height)
        case .down: raw?.scroll(to: top + 1, height: height)
        case .pageUp: raw?.scroll(to: top - height + 1, height: height)
        case .pageDown: raw?.scroll(to: top + height - 1, height: height)
        case .halfUp: raw?.scroll(to: top - height / 2, height: height)
        case .halfDown: raw?.scroll(to: top + height / 2, height: height)
        case .top: raw?.scroll(to: 0, height: height)
        case .bottom: raw?.scroll(to: .max, height: height)
        case .rawNext: nextArea()
        case .rawReady: fillReady()
        case .rawSend: return sendRequest()
        case .rawSave: return askWhereToSaveBody()
        case .enter: break
        case .cancel:
            if let awaited = raw?.awaited { return giveUp(awaited) }
            return show(.main)
        default: return nil
        }
        return []
    }

    private mutating func nextArea() {
        guard var state = raw else { return }
        switch state.kind {
        case .commands:
            // From commands to requests to any address.
            state = RawState(kind: .requests, area: .address)
        case .requests:
            switch state.area {
            case .address:
                takeAddress()
                return
            case .request: state.area = .reply
            case .reply: state.area = .address
            }
        }
        raw = state
    }

    /// The address was changed: a request that nobody touched follows it.
    private mutating func takeAddress() {
        guard let state = raw else { return }
        raw?.area = .request
        guard let target = rawTarget() else { return }
        if state.request.text == state.ready {
            raw?.fill(
                ReadyRequest.get(target.site, target.path, isDirectory: target.isDirectory))
        }
    }

    private mutating func fillReady() {
        guard raw?.kind == .requests, let target = rawTarget() else { return }
        raw?.area = .request
        raw?.fill(ReadyRequest.get(target.site, target.path, isDirectory: target.isDirectory))
    }

    /// What the address names; nil, with the reason in the status bar, where it is no web server.
    private mutating func rawTarget() -> SiteURL.Target? {
        let text = raw?.address.text ?? ""
        guard !text.isEmpty else {
            raw?.area = .address
            status.show("Type a URL, such as https://example.org/.", .warning)
            return nil
        }
        do throws(SiteURL.Refusal) {
            var target = try SiteURL.parse(text).target
            target.site = adopted(target.site)
            guard target.site.scheme.isHTTP else {
                throw SiteURL.Refusal(
                    description: "Requests go to http:// and https:// only; for FTP commands, open "
                        + "the server in a pane first.")
            }
            return target
        } catch {
            raw?.area = .address
            status.show(error.description, .error)
            return nil
        }
    }

    private mutating func sendRequest() -> [Effect] {
        guard let state = raw, state.kind == .requests else { return [] }
        guard state.awaited == nil else {
            return refuse("A reply is still awaited; Esc gives it up.")
        }
        guard let target = rawTarget() else { return [] }
        let text = state.request.text
        guard !text.allSatisfy({ $0.isWhitespace }) else {
            return refuse("There is no request to send.")
        }
        let request = makeRequest()
        let old = state.exchange
        raw?.clear()
        raw?.awaited = request
        raw?.exchange = request
        raw?.sentAt = instant
        raw?.area = .reply
        status.show("Waiting for \(target.site.text).")
        return (old.map { [.stop($0)] } ?? [])
            + [.exchangeRaw(request, target.site, Array(text.utf8))]
    }

    /// Stops what is waited for.
    private mutating func giveUp(_ request: RequestID) -> [Effect] {
        guard let kind = raw?.kind else { return [] }
        raw?.awaited = nil
        raw?.received = nil
        raw?.append("Given up.", .warning)
        status.show("The exchange was given up.")
        switch kind {
        case .commands(let side, _): return [.cancel(side, request)]
        case .requests:
            raw?.exchange = nil
            raw?.bodies = []
            return [.stop(request)]
        }
    }

    mutating func takeMouseInRaw(_ mouse: Mouse) -> [Effect] {
        if let action = keyHint(at: mouse) { return perform(action) }
        guard mouse.isPress, let state = raw else { return [] }
        let layout = rawLayout
        switch mouse.button {
        case .wheelUp: raw?.scroll(to: state.top - 3, height: layout.reply.height)
        case .wheelDown: raw?.scroll(to: state.top + 3, height: layout.reply.height)
        case .left where state.kind == .requests:
            if layout.address.contains(mouse.point) { raw?.area = .address }
            if layout.reply.contains(mouse.point) { raw?.area = .reply }
            if layout.request.contains(mouse.point) {
                raw?.area = .request
                raw?.request.go(
                    toRow: state.request.top + mouse.point.y - layout.request.y,
                    column: mouse.point.x - layout.request.x)
            }
        default: break
        }
        return []
    }
}

extension RawState {
    /// Puts a ready request into the editor, its cursor where a body would go.
    mutating func fill(_ text: String) {
        ready = text
        request = TextArea(text)
    }
}

extension Model {
    /// Breaks what came for the columns that there are, and scrolls to the editor's cursor.
    mutating func keepRawVisible() {
        guard screen == .raw, raw != nil else { return }
        let layout = rawLayout
        raw?.fit(columns: layout.reply.width)
        raw?.request.show(height: layout.request.height)
    }
}
