import Files

// F7, F4 and F8: sites get names, other ones, and go.
extension SitesScreen {
    /// Gives what is chosen or typed a name.
    mutating func saveAs(_ workspace: Workspace) -> Outcome {
        do throws(SiteURL.Refusal) {
            switch subject {
            case .chosen(let choice):
                return save(SiteOpening(choice))
            case .place:
                return save(try place(workspace))
            case .host:
                let typed = try TypedHost(field.text.trimmed)
                return save(
                    try SiteOpening(url: typed.url(typed.usualScheme(among: known)), workspace))
            case .words, .nothing:
                return .present(SiteDialog(saving: nil, as: ""))
            }
        } catch {
            return refuse(error.description)
        }
    }

    private func save(_ place: SiteOpening) -> Outcome {
        let name = SiteName.free(SiteName.suggested(for: place.site), among: known)
        return .present(SiteDialog(saving: place, as: name))
    }

    /// Changes the name and the URL of the user's own site.
    mutating func edit(_ workspace: inout Workspace) -> Outcome {
        guard case .chosen(let choice) = subject else {
            return workspace.refuse("Choose a site in the list to edit it.")
        }
        switch choice.origin {
        case .sites:
            return .present(SiteDialog(editing: choice))
        case .ssh:
            return workspace.refuse(
                "'\(choice.shownName)' comes from your ssh configuration; edit it there, or save it "
                    + "under a name.")
        case .rclone:
            return workspace.refuse(
                "'\(choice.shownName)' comes from rclone; edit it with 'rclone config', or save it "
                    + "under a name.")
        case .recent:
            return workspace.refuse("This place has no name yet; save it as a site first.")
        }
    }

    /// Takes the user's own site out of the list, or forgets a visit.
    mutating func remove(_ workspace: inout Workspace) -> Outcome {
        guard case .chosen(let choice) = subject else {
            return workspace.refuse("Choose a site in the list to remove it.")
        }
        switch choice.origin {
        case .sites:
            return .present(
                ConfirmDialog(
                    title: "Remove a site?",
                    lines: [
                        "Remove '\(choice.shownName)' from your sites?", choice.address,
                        "Nothing on the server changes.",
                    ], yes: "Remove", no: "Keep", isGrave: true,
                    outcome: [.removeSite(choice.name)]))
        case .ssh:
            return workspace.refuse(
                "'\(choice.shownName)' comes from your ssh configuration; remove it there.")
        case .rclone:
            return workspace.refuse(
                "'\(choice.shownName)' comes from rclone; remove it with 'rclone config'.")
        case .recent:
            workspace.visited.forget(choice.site)
            return [.forgetSite(choice.site)]
        }
    }
}

/// What a new site may be called.
enum SiteName {
    /// The host's first label; of an address all of it.
    static func suggested(for site: Site) -> String {
        let isAddress =
            site.host.contains(":")
            || site.host.split(separator: ".").allSatisfy { UInt8($0) != nil }
        let label =
            isAddress || site.scheme.namesRemote
            ? site.host : String(site.host.prefix { $0 != "." })
        let name = self.label(label)
        return name.isEmpty ? "here" : name
    }

    /// A text as part of a name. A colon would end the name in `name:path`.
    static func label(_ text: String) -> String {
        let name = VisibleText.make(text).replacing(":", with: "-").replacing("/", with: "-")
        return String(name.prefix(60))
    }

    /// The name, with a number behind it where it is taken.
    static func free(_ label: String, among choices: [SiteChoice]) -> String {
        let names = Set(choices.lazy.filter { $0.origin == .sites }.map(\.name))
        var name = label
        var number = 1
        while names.contains(name) {
            number += 1
            name = "\(label)-\(number)"
        }
        return name
    }
}

extension SiteChoice {
    /// For showing only.
    var shownName: String { VisibleText.make(name) }
}
