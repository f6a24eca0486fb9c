import Files
import Words

/// Keeps pages of other sites from acting through a visitor's browser.
enum CrossSite {
    /// Throws where a browser says that another site's page asks for a change.
    static func check(_ request: Request) throws(Refusal) {
        guard !request.method.isSafe else { return }
        if let origin = request.headers["Origin"] {
            let own = "\(request.scheme)://\(request.authority)"
            guard Headers.isSame(origin, own) else { throw refusal }
        } else if let site = request.headers["Sec-Fetch-Site"], site != "same-origin",
            site != "none"
        {
            throw refusal
        }
    }

    private static var refusal: Refusal {
        Refusal(.forbidden, tr("A page of another site made this request, which is not allowed."))
    }
}
