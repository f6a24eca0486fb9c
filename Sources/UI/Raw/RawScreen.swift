import Files
import Terminal
import Words

extension ScreenID {
    /// Requests and commands as they are typed.
    package static let raw = ScreenID("raw")
}

/// The screen of raw exchanges: requests and commands are sent as they are typed, and what comes is
/// shown as it came.
struct RawScreen: Screen {
    static let id = ScreenID.raw
    static let context = Keymap.Context.raw
    static let opener: Action? = .raw
    static let groups = [Action.Group.raw]

    /// What was typed and what came; stays when the screen is left. Nil until it was opened.
    var state: RawState?

    var hints: [KeyHint] {
        guard self.state?.kind == .requests else {
            return [
                KeyHint(.enter, tr("send")), KeyHint(.up, tr("earlier")),
                KeyHint(.pageUp, tr("scroll")), KeyHint(.rawNext, tr("requests")),
                KeyHint(.cancel, tr("back")), KeyHint(.help, tr("keys")),
            ]
        }
        return [
            KeyHint(.rawSend, tr("send")), KeyHint(.rawNext, tr("next")),
            KeyHint(.rawReady, tr("prepared request")), KeyHint(.rawSave, tr("save body")),
            KeyHint(.cancel, tr("back")), KeyHint(.help, tr("keys")),
            KeyHint(.pageDown, tr("scroll")),
        ]
    }

    var takesLetters: Bool { self.state?.kind != .requests || self.state?.area != .reply }

    func layout(_ workspace: Workspace) -> RawLayout {
        RawLayout(size: workspace.size, kind: self.state?.kind ?? .requests)
    }

    /// Speaks with the focused pane's server, or the other pane's, or with whatever is typed.
    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        let side = [workspace.panes.focus, workspace.panes.focus.other].first {
            !workspace.panes[$0].site.isLocal && !workspace.panes[$0].isEmpty
        }
        let kind: RawState.Kind
        if let side, workspace.panes[side].site.scheme.isFTP {
            kind = .commands(workspace.panes.tab(side), workspace.panes[side].site)
        } else {
            kind = .requests
        }
        if self.state?.kind == kind, self.state?.awaited != nil || side == nil { return .nothing }
        let old = state
        var state =
            old.flatMap { $0.kind == kind ? $0 : nil } ?? RawState(kind: kind, area: .request)
        if kind == .requests {
            if let side, workspace.panes[side].site.scheme.isHTTP {
                let pane = workspace.panes[side]
                let text = EditableLocation.text(of: pane.location, home: nil)
                if state.address.text != text {
                    state.address = TextField(text)
                    state.fill(ReadyRequest.get(pane.site, pane.path, isDirectory: true))
                }
            } else if state.address.text.isEmpty {
                state.area = .address
            }
        }
        self.state = state
        // What is waited for is given up, and what was kept is thrown away.
        guard state.exchange == nil, let exchange = old?.exchange else { return .nothing }
        return [.stop(exchange)]
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .raw(let request, let reply): take(request, reply, &workspace)
        case .replied(let request, let result): take(request, result, &workspace)
        default: nil
        }
    }

    /// Breaks what came for the columns that there are, and scrolls to the editor's cursor.
    mutating func adjust(isOnTop: Bool, _ workspace: inout Workspace) {
        guard isOnTop, state != nil else { return }
        let layout = layout(workspace)
        self.state?.fit(columns: layout.reply.width)
        self.state?.request.show(height: layout.request.height)
    }

    /// Text goes into the field that has the keys.
    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard let kind = self.state?.kind, let area = self.state?.area else { return nil }
        if case .commands = kind { return interceptCommand(key, &workspace) }
        switch area {
        case .address:
            switch key.code {
            case .enter where key.modifiers.isEmpty, .down:
                takeAddress(&workspace)
                return .nothing
            default:
                return self.state?.address.handle(key) == true ? .nothing : nil
            }
        case .request:
            if key.code == .tab { return nil }
            let height = layout(workspace).request.height
            return self.state?.request.handle(key, height: height) == true ? .nothing : nil
        case .reply:
            return nil
        }
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        switch (self.state?.kind, self.state?.area) {
        case (.commands, _): self.state?.command.insert(text)
        case (_, .address): self.state?.address.insert(text)
        case (_, .request): self.state?.request.insert(text)
        default: break
        }
        return .nothing
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let height = layout(workspace).reply.height
        if self.state?.scroll(action, height: height) == true { return .nothing }
        switch action {
        case .rawNext: nextArea(&workspace)
        case .rawReady: fillReady(&workspace)
        case .rawSend: return sendRequest(&workspace)
        case .rawSave: return askWhereToSave(&workspace)
        case .enter: break
        case .cancel:
            if let awaited = self.state?.awaited { return giveUp(awaited, &workspace) }
            return .show(.main)
        default: return nil
        }
        return .nothing
    }

    private mutating func nextArea(_ workspace: inout Workspace) {
        guard var state else { return }
        switch state.kind {
        case .commands:
            // From commands to requests to any address.
            state = RawState(kind: .requests, area: .address)
        case .requests:
            switch state.area {
            case .address:
                takeAddress(&workspace)
                return
            case .request: state.area = .reply
            case .reply: state.area = .address
            }
        }
        self.state = state
    }

    /// The address was changed: a request that nobody touched follows it.
    private mutating func takeAddress(_ workspace: inout Workspace) {
        guard let state else { return }
        self.state?.area = .request
        guard let target = target(&workspace) else { return }
        if state.request.text == state.ready {
            self.state?.fill(
                ReadyRequest.get(target.site, target.path, isDirectory: target.isDirectory))
        }
    }

    private mutating func fillReady(_ workspace: inout Workspace) {
        guard self.state?.kind == .requests, let target = target(&workspace) else { return }
        self.state?.area = .request
        self.state?.fill(
            ReadyRequest.get(target.site, target.path, isDirectory: target.isDirectory))
    }

    /// What the address names; nil, with the reason in the status bar, where it is no
    /// web server.
    private mutating func target(_ workspace: inout Workspace) -> SiteURL.Target? {
        let text = self.state?.address.text ?? ""
        guard !text.isEmpty else {
            self.state?.area = .address
            workspace.status.show(tr("Type a URL, such as https://example.org/."), .warning)
            return nil
        }
        do throws(SiteURL.Refusal) {
            var target = try SiteURL.parse(text).target
            target.site = KnownSites(workspace).adopt(target.site)
            guard target.site.scheme.isHTTP else {
                throw SiteURL.Refusal(
                    description: tr(
                        "Requests only work with http:// and https://; for FTP commands, "
                            + "open the server in a pane first."))
            }
            return target
        } catch {
            self.state?.area = .address
            workspace.status.show(error.description, .error)
            return nil
        }
    }

    private mutating func sendRequest(_ workspace: inout Workspace) -> Outcome {
        guard let state, state.kind == .requests else { return .nothing }
        guard state.awaited == nil else {
            return workspace.refuse(tr("Ferry is still waiting for a reply; press Esc to stop."))
        }
        guard let target = target(&workspace) else { return .nothing }
        let text = state.request.text
        guard !text.allSatisfy({ $0.isWhitespace }) else {
            return workspace.refuse(tr("There is no request to send."))
        }
        let request = workspace.requests.next()
        let old = state.exchange
        self.state?.clear()
        self.state?.awaited = request
        self.state?.exchange = request
        self.state?.sentAt = workspace.instant
        self.state?.area = .reply
        workspace.status.show(tr("Waiting for \(target.site.text)."))
        return (old.map { [.stop($0)] } ?? .nothing)
            + [.exchangeRaw(request, target.site, Array(text.utf8))]
    }

    /// Stops what is waited for.
    private mutating func giveUp(
        _ request: RequestID, _ workspace: inout Workspace
    ) -> Outcome {
        guard let kind = self.state?.kind else { return .nothing }
        self.state?.awaited = nil
        self.state?.received = nil
        self.state?.append(tr("Cancelled."), .warning)
        workspace.status.show(tr("The request was cancelled."))
        switch kind {
        case .commands(let tab, _): return [.cancel(tab, request)]
        case .requests:
            self.state?.exchange = nil
            self.state?.bodies = []
            return [.stop(request)]
        }
    }

    /// Asks for the file that the newest body is to go to: by its name, in the directory of a pane
    /// that shows this machine, the other one first.
    private func askWhereToSave(_ workspace: inout Workspace) -> Outcome {
        guard let exchange = self.state?.exchange, let body = self.state?.bodies.last else {
            return workspace.refuse(tr("There is no body to save."))
        }
        let side = [workspace.panes.focus.other, workspace.panes.focus].first {
            workspace.panes[$0].site.isLocal && !workspace.panes[$0].isEmpty
        }
        let home = workspace.options.home
        let directory = side.map { workspace.panes[$0].path } ?? home ?? .root
        let place = Location(site: .local, path: directory)
        let text = EditableLocation.text(of: place, home: home) + body.name.text
        let dialog = InputDialog(
            title: tr("Save the body"), label: tr("File for \(Format.amount(body.size)):"),
            field: TextField(text)
        ) { text, _ in
            EditableLocation.file(text, from: home ?? .root, home: home) { path in
                [.saveRaw(exchange, body: body.number, path)]
            }
        }
        return .present(dialog)
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress, let state else { return .nothing }
        let layout = layout(workspace)
        let height = layout.reply.height
        switch mouse.button {
        case .wheelUp: self.state?.scroll(to: state.top - 3, height: height)
        case .wheelDown: self.state?.scroll(to: state.top + 3, height: height)
        case .left where state.kind == .requests:
            if layout.address.contains(mouse.point) { self.state?.area = .address }
            if layout.reply.contains(mouse.point) { self.state?.area = .reply }
            if layout.request.contains(mouse.point) {
                self.state?.area = .request
                self.state?.request.go(
                    toRow: state.request.top + mouse.point.y - layout.request.y,
                    column: mouse.point.x - layout.request.x)
            }
        default: break
        }
        return .nothing
    }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        guard let state else { return }
        RawView(state, workspace).draw(into: &frame)
        drawFoot(workspace, into: &frame)
    }
}
