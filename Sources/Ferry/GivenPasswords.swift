import Engine
import Files

extension Credentials {
    /// Keeps the passwords that the command line gave: one in a URL is for that site, one of the
    /// options for all that have none, and for jobs of the queue that have no other login.
    func remember(_ places: [Place], _ options: any ConnectionChoices) throws {
        let given = try options.password()
        if let given { rememberForJobs(given) }
        for place in places where !place.site.isLocal {
            if let password = place.password ?? given { remember(password, for: place.site) }
        }
    }
}
