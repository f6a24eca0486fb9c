import Files
import Jobs
import Terminal
import Words

extension ShareDialog {
    /// Asks what is to be shared: the focused pane's directory, or the one under its cursor.
    static func open(_ workspace: inout Workspace) -> Outcome {
        guard !workspace.share.isStarting else {
            return workspace.refuse(tr("The share is starting."))
        }
        let pane = workspace.panes.focused
        guard pane.site.isLocal, !pane.isEmpty else {
            let shown = pane.site.text
            return workspace.refuse(
                pane.isEmpty
                    ? tr("Only a directory on this machine can be shared; this pane shows none.")
                    : tr(
                        "Only a directory on this machine can be shared; this pane shows "
                            + "\(shown)."))
        }
        var folders = [pane.path]
        if let entry = pane.current, entry.kind == .directory {
            folders.append(pane.path.appending(entry.name))
        }
        var dialog = ShareDialog(folders: folders)
        // What was refused is asked again as it was written.
        if case .refused(var asked) = workspace.share {
            if !folders.contains(asked.path) { folders.insert(asked.path, at: 0) }
            asked.folder = folders.firstIndex(of: asked.path) ?? 0
            asked.folders = folders
            dialog = asked
        }
        return .present(dialog) + [.loadAddresses]
    }

    mutating func take(_ message: Message) {
        guard case .addresses(let addresses) = message else { return }
        let first = [ShareDialog.loopback, ShareDialog.everywhere]
        self.addresses = first + addresses.filter { !first.contains($0) }
        if !self.addresses.contains(address) { address = ShareDialog.loopback }
    }

    mutating func takeInFocus(_ key: Key) -> DialogReply {
        if edit(key) { return .stays }
        switch (key.code, focus) {
        case (.right, .start): focus = .cancel
        case (.left, .cancel): focus = .start
        case (.right, _), (.character(" "), _), (.character("l"), _): step(by: 1)
        case (.left, _), (.character("h"), _): step(by: -1)
        default: break
        }
        return .stays
    }

    mutating func press(field: Int, _ workspace: inout Workspace) -> DialogReply {
        let fields = focuses.filter { [.port, .user, .password].contains($0) }
        if fields.indices.contains(field) { focus = fields[field] }
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        stepOption(option)
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        focus = isFirstButton ? .start : .cancel
        return take(Key(.enter), &workspace)
    }

    mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        if let flaw {
            refusal = flaw.sentence
            focus = flaw.focus
            return .stays
        }
        var request = ShareRequest(folder: path, address: address)
        if let port = UInt16(port.text) { request.port = port }
        request.isWritable = isWritable
        request.showsHidden = showsHidden
        request.macFiles = workspace.options.macFiles
        request.encryption = isEncrypted ? .made : .none
        switch access {
        case .everyone: request.access = .everyone
        case .pin: request.access = .pin
        case .user: request.access = .user(user.text, Secret(password.text))
        }
        refusal = nil
        workspace.share = .starting(self)
        workspace.status.show(tr("Sharing \(workspace.options.homeText(path))."))
        return .closes([.share(.start(request))])
    }

    /// Why it cannot be opened as it is written, and which field is to be corrected.
    private var flaw: (sentence: String, focus: Focus)? {
        if UInt16(port.text) == nil {
            return (tr("Type a port from 1 to 65535, or 0 for any free port."), .port)
        }
        guard access == .user else { return nil }
        if user.text.isEmpty || user.text.contains(":") {
            return (tr("Type a user name without a colon."), .user)
        }
        if password.text.isEmpty { return (tr("Type a password."), .password) }
        return nil
    }
}
