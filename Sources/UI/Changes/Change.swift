import Files
import Words

/// One thing that is to be changed at once, without the queue.
struct Change: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case makeDirectory, makeFile
        case rename(from: Name)
        /// To what is written so.
        case makeLink(target: [UInt8])
    }

    let kind: Kind
    let side: Side
    /// Where the pane was; it is read again where it still is there.
    let location: Location
    /// The name that is to be there afterwards.
    let name: Name

    /// Changes something in the directory that a pane shows.
    init(_ kind: Kind, _ name: Name, in side: Side, _ panes: Panes) {
        self.kind = kind
        self.name = name
        self.side = side
        location = panes[side].location
    }

    /// Changes something in a directory, for the pane on a side.
    init(_ kind: Kind, _ name: Name, in side: Side, at location: Location) {
        self.kind = kind
        self.name = name
        self.side = side
        self.location = location
    }

    /// Asks for the change.
    func start(_ workspace: inout Workspace) -> Outcome {
        let request = workspace.requests.next()
        workspace.changes.begin(self, as: request)
        let path = location.path.appending(name)
        let tab = workspace.panes.tab(side)
        let place = Location(site: location.site, path: path)
        return switch kind {
        case .makeDirectory: [.makeDirectory(request, tab, place)]
        case .makeFile: [.makeFile(request, tab, place)]
        case .makeLink(let target): [.makeLink(request, tab, place, target: target)]
        case .rename(let old):
            [.rename(request, tab, place.site, from: location.path.appending(old), to: path)]
        }
    }

    /// It is done, or why it is not.
    func end(
        _ result: Result<Void, FileSystemError>, _ workspace: inout Workspace
    ) -> Outcome {
        if case .failure(let error) = result {
            workspace.status.show(error, side: side)
            return .nothing
        }
        let name = name.text(on: location.site)
        let sentence =
            switch kind {
            case .makeDirectory: tr("Directory '\(name)' made.")
            case .makeFile: tr("File '\(name)' made.")
            case .makeLink: tr("Link '\(name)' created.")
            case .rename: tr("Renamed to '\(name)'.")
            }
        workspace.status.show(sentence, .good)
        let now = workspace.instant
        workspace.panes.changeHidden { if $0.location == location { $0.rereadDue = now } }
        var outcome = Outcome.nothing
        for side in workspace.panes.sides(showing: { $0.location == location }) {
            let rereading = Rereading.changed(cursorOn: side == self.side ? self.name : nil)
            outcome += rereading.start(in: side, &workspace)
        }
        return outcome
    }
}

extension Change {
    private static let badNameText = tr("A name cannot be empty, '.' or '..', or contain '/'.")

    /// A name as the site writes it.
    static func name(_ text: String, on site: Site) -> Result<Name, SiteURL.Refusal> {
        Result { () throws(SiteURL.Refusal) in
            let name: Name?
            do throws(Charset.Unencodable) {
                name = try Name.typed(text, on: site)
            } catch {
                throw SiteURL.Refusal(description: error.description)
            }
            guard let name else { throw SiteURL.Refusal(description: Change.badNameText) }
            return name
        }
    }
}
