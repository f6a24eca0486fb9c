import Files
import Settings
import Words

// F7, F5, F4 and F8: sites get names, are copied, changed, and go.
extension SitesScreen {
    /// Gives what is chosen or typed a name.
    mutating func saveAs(_ workspace: Workspace) -> Outcome {
        do throws(SiteURL.Refusal) {
            switch subject {
            case .chosen(let choice):
                return save(choice.named, workspace)
            case .place:
                return save(try typed.place(workspace).named, workspace)
            case .host:
                let host = try TypedHost(typed.text)
                let url = host.url(host.usualScheme(among: known))
                return save(try SiteOpening(url: url, workspace).named, workspace)
            case .words, .nothing, .offer:
                return .present(
                    SiteDialog(saving: nil, as: "", workspace.options.siteSettings))
            }
        } catch {
            return refuse(error.description)
        }
    }

    /// Opens the form of a new site that is like another.
    private func save(_ base: NamedSite, _ workspace: Workspace) -> Outcome {
        // A copy stays in its folder.
        let isCopy = known.contains { $0.origin == .sites && $0.name == base.name }
        let label = isCopy ? base.name : SiteName.suggested(for: base.site)
        return .present(
            SiteDialog(
                saving: base, as: SiteName.free(label, among: known),
                workspace.options.siteSettings))
    }

    /// Tests what is chosen or typed, step by step.
    mutating func test(_ workspace: inout Workspace) -> Outcome {
        do throws(SiteURL.Refusal) {
            let place: SiteOpening
            switch subject {
            case .chosen(let choice): place = SiteOpening(choice)
            case .place: place = try typed.place(workspace)
            case .host:
                let host = try TypedHost(typed.text)
                let url = host.url(host.usualScheme(among: known))
                place = try SiteOpening(url: url, workspace)
            case .words, .nothing, .offer:
                return workspace.refuse(tr("Choose a site in the list, or type a URL, to test it."))
            }
            guard !place.site.isLocal else {
                return workspace.refuse(
                    tr("This place is on this machine; there is nothing to test."))
            }
            let request = workspace.requests.next()
            var outcome = Outcome.nothing
            if let password = place.password {
                outcome += [.password(nil, place.site, .given(password))]
            }
            let title = SiteTitles(workspace.sites).name(of: place.site) ?? place.site.text
            return outcome + .present(SiteTestDialog(request, of: title))
                + [.testSite(request, place.site, place.path, place.below)]
        } catch {
            return refuse(error.description)
        }
    }

    /// Copies what is chosen: the same under another name.
    mutating func copy(_ workspace: inout Workspace) -> Outcome {
        guard case .chosen(let choice) = subject else {
            return workspace.refuse(tr("Choose a site in the list to copy it."))
        }
        return save(choice.named, workspace)
    }

    /// Changes the user's own site.
    mutating func edit(_ workspace: inout Workspace) -> Outcome {
        guard case .chosen(let choice) = subject else {
            return workspace.refuse(tr("Choose a site in the list to edit it."))
        }
        switch choice.origin {
        case .sites:
            return .present(SiteDialog(editing: choice, workspace.options.siteSettings))
        case .ssh:
            return workspace.refuse(
                tr(
                    "'\(choice.shownName)' comes from your ssh configuration; edit it there, or save it "
                        + "under a name."))
        case .rclone:
            return workspace.refuse(
                tr(
                    "'\(choice.shownName)' comes from rclone; edit it with 'rclone config', or save it "
                        + "under a name."))
        case .recent:
            return workspace.refuse(tr("This place has no name yet; save it as a site first."))
        }
    }

    /// Takes the user's own site out of the list, or forgets a visit.
    mutating func remove(_ workspace: inout Workspace) -> Outcome {
        guard case .chosen(let choice) = subject else {
            return workspace.refuse(tr("Choose a site in the list to remove it."))
        }
        switch choice.origin {
        case .sites:
            return .present(
                ConfirmDialog(
                    title: tr("Remove a site?"),
                    lines: [
                        tr("Remove '\(choice.shownName)' from your sites?"), choice.address,
                        tr("Nothing on the server changes."),
                    ], yes: tr("Remove"), no: tr("Keep"), isGrave: true,
                    outcome: [.removeSite(choice.name)]))
        case .ssh:
            return workspace.refuse(
                tr("'\(choice.shownName)' comes from your ssh configuration; remove it there."))
        case .rclone:
            return workspace.refuse(
                tr("'\(choice.shownName)' comes from rclone; remove it with 'rclone config'."))
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

extension SiteOpening {
    /// The same as a site that says nothing else.
    var named: NamedSite { NamedSite(name: "", site: site, path: path, below: below) }
}

extension SiteChoice {
    /// For showing only.
    var shownName: String { VisibleText.make(name) }
}
