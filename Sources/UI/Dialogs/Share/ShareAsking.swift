import Files
import Jobs
import Terminal

extension Model {
    /// gS: the share's screen where one is open, else asks what is to be shared.
    mutating func openShare() -> [Effect] {
        if share.status != nil {
            if screen == .share { return show(.main) }
            openVisits()
            return show(.share)
        }
        guard !share.isStarting else { return refuse("The share is being opened.") }
        let pane = self[focus]
        guard pane.site.isLocal, !pane.isEmpty else {
            let shown = pane.isEmpty ? "none" : pane.site.text
            return refuse(
                "Only a directory of this machine can be shared; this pane shows \(shown).")
        }
        var folders = [pane.path]
        if let entry = pane.current, entry.kind == .directory {
            folders.append(pane.path.appending(entry.name))
        }
        var dialog = ShareDialog(folders: folders)
        // What was refused is asked again as it was written.
        if var asked = share.asked, asked.refusal != nil {
            if !folders.contains(asked.path) { folders.insert(asked.path, at: 0) }
            asked.folder = folders.firstIndex(of: asked.path) ?? 0
            asked.folders = folders
            dialog = asked
        }
        dialogs.append(.share(dialog))
        return [.loadAddresses]
    }

    mutating func takeAddresses(_ addresses: [String]) {
        for index in dialogs.indices {
            guard case .share(var dialog) = dialogs[index] else { continue }
            let first = [ShareDialog.loopback, ShareDialog.everywhere]
            dialog.addresses = first + addresses.filter { !first.contains($0) }
            if !dialog.addresses.contains(dialog.address) {
                dialog.address = ShareDialog.loopback
            }
            dialogs[index] = .share(dialog)
        }
    }

    mutating func takeKey(_ key: Key, in dialog: ShareDialog) -> [Effect] {
        var dialog = dialog
        switch (key.code, key.modifiers) {
        case (.escape, []), (.character("g"), .control), (.character("c"), .control):
            dialogs.removeLast()
            return []
        case (.enter, []):
            if dialog.focus != .cancel { return submit(dialog) }
            dialogs.removeLast()
            return []
        case (.tab, []), (.down, []):
            dialog.moveFocus(by: 1)
        case (.tab, .shift), (.up, []):
            dialog.moveFocus(by: -1)
        default:
            if dialog.edit(key) { break }
            switch (key.code, dialog.focus) {
            case (.right, .start): dialog.focus = .cancel
            case (.left, .cancel): dialog.focus = .start
            case (.right, _), (.character(" "), _), (.character("l"), _): dialog.step(by: 1)
            case (.left, _), (.character("h"), _): dialog.step(by: -1)
            default: break
            }
        }
        replaceDialog(.share(dialog))
        return []
    }

    private mutating func submit(_ dialog: ShareDialog) -> [Effect] {
        var dialog = dialog
        let port = UInt16(dialog.port.text)
        if let refusal = dialog.flaw {
            dialog.refusal = refusal.sentence
            dialog.focus = refusal.focus
            replaceDialog(.share(dialog))
            return []
        }
        dialogs.removeLast()
        var request = ShareRequest(folder: dialog.path, address: dialog.address)
        if let port { request.port = port }
        request.isWritable = dialog.isWritable
        request.showsHidden = dialog.showsHidden
        request.encryption = dialog.isEncrypted ? .made : .none
        switch dialog.access {
        case .everyone: request.access = .everyone
        case .pin: request.access = .pin
        case .user: request.access = .user(dialog.user.text, Secret(dialog.password.text))
        }
        dialog.refusal = nil
        share.asked = dialog
        share.isStarting = true
        status.show("Sharing \(homeText(dialog.path)).")
        return [.share(.start(request))]
    }

    /// What is to be known before a directory is opened to others; the gravest first.
    func warnings(about dialog: ShareDialog) -> [String] {
        var warnings: [String] = []
        if dialog.access == .everyone {
            switch (dialog.isWritable, dialog.isLoopback) {
            case (true, false):
                warnings.append(
                    "Everyone on the network may upload, rename and delete here, without any "
                        + "password.")
            case (true, true):
                warnings.append("Every user of this machine may upload, rename and delete here.")
            case (false, false):
                warnings.append("Everyone on the network may read this, without any password.")
            case (false, true):
                break
            }
        } else if !dialog.isLoopback, !dialog.isEncrypted {
            warnings.append(
                "Without TLS, whoever is on the way reads the \(dialog.access == .pin ? "PIN" : "password") "
                    + "and the files.")
        }
        if dialog.path.isRoot {
            warnings.append("This is the whole of this machine.")
        } else if dialog.path == options.home {
            warnings.append("This is your whole home directory.")
        }
        if dialog.showsHidden {
            warnings.append("Hidden files often hold keys and passwords.")
        }
        return warnings
    }
}

extension ShareDialog {
    /// Why it cannot be opened as it is written, and which field is to be corrected.
    fileprivate var flaw: (sentence: String, focus: Focus)? {
        if UInt16(port.text) == nil {
            return ("Write a port from 1 to 65535, or 0 for any that is free.", .port)
        }
        guard access == .user else { return nil }
        if user.text.isEmpty || user.text.contains(":") {
            return ("Write a user's name, without a colon.", .user)
        }
        if password.text.isEmpty { return ("Write a password.", .password) }
        return nil
    }
}
