import Files
import Terminal
import Words

extension ShareDialog {
    /// What is shared with whom, and what that means.
    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let column = max(13, min(ShareDialog.column, wide / 2))
        func label(_ name: String) -> String {
            TextFit.left(TextFit.cut(name, to: column - 1), column)
        }
        func choice(_ name: String, _ value: String, _ focus: ShareDialog.Focus) -> DialogLine {
            .option(label(name) + "< \(value) >", isFocused: self.focus == focus)
        }
        func field(_ name: String, _ field: TextField, _ focus: ShareDialog.Focus) -> DialogLine {
            .labelled(label(name), field, isFocused: self.focus == focus)
        }
        let room = wide - column - 2
        let path = TextFit.cutStart(workspace.options.homeText(self.path), to: max(8, room - 4))
        var lines: [DialogLine] = [
            folders.count > 1
                ? choice(tr("Directory"), path, .folder)
                : .text("  " + label(tr("Directory")) + path, .dialog),
            field(tr("Port"), self.port, .port),
            choice(tr("Open to"), audience(of: address), .address),
            choice(
                tr("Visitors may"), isWritable ? tr("read and write") : tr("only read"), .writing),
            choice(tr("Hidden files"), showsHidden ? tr("shown") : tr("not shown"), .hidden),
            choice(tr("Access"), access.title, .access),
        ]
        if access == .user {
            lines.append(field(tr("User"), user, .user))
            lines.append(field(tr("Password"), password, .password))
        }
        lines.append(
            choice(
                tr("Encryption"), isEncrypted ? tr("TLS with a new certificate") : tr("none"),
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
                (tr("Share", meaning: "a verb, on a button"), focus == .start),
                (tr("Cancel"), focus == .cancel),
            ]))
        return DialogBox(
            title: tr("Share a directory"), width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    /// Columns of the names, with one blank at least behind each.
    private static var column: Int {
        let names = [
            tr("Directory"), tr("Port"), tr("Open to"), tr("Visitors may"), tr("Hidden files"),
            tr("Access"), tr("User"), tr("Password"), tr("Encryption"),
        ]
        return TextFit.column(names) - 1
    }

    /// What is to be known before a directory is opened to others; the gravest first.
    private func warnings(home: Path?) -> [String] {
        var warnings: [String] = []
        if access == .everyone {
            switch (isWritable, isLoopback) {
            case (true, false):
                warnings.append(
                    tr(
                        "Everyone on the network can upload, rename and delete here without a "
                            + "password."))
            case (true, true):
                warnings.append(tr("All users of this machine can upload, rename and delete here."))
            case (false, false):
                warnings.append(tr("Everyone on the network can read this without a password."))
            case (false, true):
                break
            }
        } else if !isLoopback, !isEncrypted {
            warnings.append(
                access == .pin
                    ? tr("Without TLS, others on the network can read the PIN and the files.")
                    : tr(
                        "Without TLS, others on the network can read the password and the files."))
        }
        if path.isRoot {
            warnings.append(tr("This is the whole file system of this machine."))
        } else if path == home {
            warnings.append(tr("This is your whole home directory."))
        }
        if showsHidden {
            warnings.append(tr("Hidden files often contain keys and passwords."))
        }
        return warnings
    }

    private func audience(of address: String) -> String {
        switch address {
        case ShareDialog.loopback: tr("only this machine")
        case ShareDialog.everywhere: tr("everyone on the network")
        default: tr("whoever reaches \(VisibleText.make(address))")
        }
    }
}

extension ShareDialog.Access {
    fileprivate var title: String {
        switch self {
        case .everyone: tr("everyone")
        case .pin: tr("anyone with a new PIN")
        case .user: tr("a user with a password")
        }
    }
}
