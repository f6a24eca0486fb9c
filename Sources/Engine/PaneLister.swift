import Files
import UI

/// Lists a directory for a pane, on the pane's worker.
struct PaneLister: Sendable {
    private let order: ListingOrder
    private let newest: NewestRequest
    private let inbox: Inbox
    private let context: ConnectionContext
    private let settings: SettingsWorker

    init(
        _ order: ListingOrder, _ newest: NewestRequest, _ inbox: Inbox,
        _ context: ConnectionContext, _ settings: SettingsWorker
    ) {
        self.order = order
        self.newest = newest
        self.inbox = inbox
        self.context = context
        self.settings = settings
    }

    /// The listing, why there is none, or what the user is to be asked first; nil where nobody waits for
    /// it any more.
    func answer(from files: any FileSystem) -> Message? {
        let (request, site) = (order.request, order.site)
        // One that was overtaken before it began is not worth the round trips.
        guard newest.get(order.tab) == request else { return nil }
        let result = Result { () throws(FileSystemError) in try listing(from: files) }
        switch result {
        case .success(let listing):
            if !site.isLocal, site.archive == nil { settings.noteVisit(listing.location) }
        case .failure(let error):
            if let question = context.question(after: error, request, site) { return question }
        }
        return .listed(request, result)
    }

    private func listing(from files: any FileSystem) throws(FileSystemError) -> Listing {
        let site = order.site
        if let refusal = context.refusal(of: site) { throw refusal }
        let path = try order.directory(on: files)
        let directory = try files.list(path, progress: reporter())
        var listing = Listing(
            location: Location(site: site, path: path), directory: directory,
            order: order.arrangement.order(of: directory),
            free: (files as? any TellingSpace)?.spaceOfListing(path)?.free,
            capabilities: files.capabilities)
        listing.setsModes = (files as? any SettingModes)?.setsModes ?? false
        listing.setsTimes = (files as? any SettingTimes)?.setsTimes ?? false
        listing.security = files.security
        if !site.isLocal, site.charsetOfNames == nil { listing.guessCharset() }
        return listing
    }

    /// Posts how far it is, at most ten times a second.
    private func reporter() -> (Int) -> Void {
        var pace = ReportPace()
        return { [inbox, request = order.request] count in
            if pace.isDue() { inbox.post(.listing(request, count: count)) }
        }
    }
}

extension ConnectionContext {
    /// What the user is to be asked after a connection was refused, so that another try may go well; nil
    /// where no answer helps.
    func question(
        after error: FileSystemError, _ request: RequestID, _ site: Site
    ) -> Message? {
        if let question = error.question { return .trustNeeded(request, site, question) }
        // What ssh wants to know, it has asked for itself.
        guard error.kind == .login, !error.isTransient, site.user != nil,
            site.scheme.wireProtocol != .sftp, !site.scheme.namesRemote
        else { return nil }
        let isRefused = credentials.forget(site)
        return .passwordNeeded(request, site, detail: isRefused ? error.message : nil)
    }
}
