import Files
import Terminal

extension ShareDialog {
    /// What is shared with whom, and what that means.
    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        func choice(_ name: String, _ value: String, _ focus: ShareDialog.Focus) -> DialogLine {
            .option(TextFit.left(name, 13) + "< \(value) >", isFocused: self.focus == focus)
        }
        func field(_ name: String, _ field: TextField, _ focus: ShareDialog.Focus) -> DialogLine {
            .labelled(TextFit.left(name, 13), field, isFocused: self.focus == focus)
        }
        let room = wide - 15
        let path = TextFit.cutStart(workspace.options.homeText(self.path), to: max(8, room - 4))
        var lines: [DialogLine] = [
            folders.count > 1
                ? choice("Directory", path, .folder)
                : .text("  " + TextFit.left("Directory", 13) + path, .dialog),
            field("Port", self.port, .port),
            choice("Open to", audience(of: address), .address),
            choice("Visitors may", isWritable ? "read and write" : "only read", .writing),
            choice("Hidden files", showsHidden ? "shown" : "not shown", .hidden),
            choice("Access", access.title, .access),
        ]
        if access == .user {
            lines.append(field("User", user, .user))
            lines.append(field("Password", password, .password))
        }
        lines.append(
            choice(
                "Encryption", isEncrypted ? "TLS with a new certificate" : "none",
                .encryption))
        if let refusal {
            lines += DialogLine.refusal(refusal, columns: wide)
        } else {
            let warnings = TextFit.wrap(
                warnings(home: workspace.options.home).joined(separator: " "), columns: wide,
                limit: workspace.size.height < 20 ? 2 : 4)
            lines += warnings.isEmpty ? [.blank] : warnings.map { .text($0, .dialogDanger) }
        }
        lines.append(
            .buttons([
                ("Share", focus == .start), ("Cancel", focus == .cancel),
            ]))
        return DialogBox(
            title: "Share a directory", width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    /// What is to be known before a directory is opened to others; the gravest first.
    private func warnings(home: Path?) -> [String] {
        var warnings: [String] = []
        if access == .everyone {
            switch (isWritable, isLoopback) {
            case (true, false):
                warnings.append(
                    "Everyone on the network can upload, rename and delete here without a "
                        + "password.")
            case (true, true):
                warnings.append("All users of this machine can upload, rename and delete here.")
            case (false, false):
                warnings.append("Everyone on the network can read this without a password.")
            case (false, true):
                break
            }
        } else if !isLoopback, !isEncrypted {
            warnings.append(
                "Without TLS, others on the network can read the "
                    + "\(access == .pin ? "PIN" : "password") and the files.")
        }
        if path.isRoot {
            warnings.append("This is the whole file system of this machine.")
        } else if path == home {
            warnings.append("This is your whole home directory.")
        }
        if showsHidden {
            warnings.append("Hidden files often contain keys and passwords.")
        }
        return warnings
    }

    private func audience(of address: String) -> String {
        switch address {
        case ShareDialog.loopback: "only this machine"
        case ShareDialog.everywhere: "everyone on the network"
        default: "whoever reaches \(VisibleText.make(address))"
        }
    }
}

extension ShareDialog.Access {
    fileprivate var title: String {
        switch self {
        case .everyone: "everyone"
        case .pin: "anyone with a new PIN"
        case .user: "a user with a password"
        }
    }
}
