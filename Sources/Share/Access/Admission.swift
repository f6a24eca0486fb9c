import Files
import NIOHTTP1

/// Decides which requests are answered: their heads must be sound, who asks must be let in, no page
/// of another site may change anything, and no hidden name is there.
struct Admission {
    let check: HeadCheck
    let authenticator: Authenticator
    let folder: SharedFolder

    /// The request that `head` makes. `exchange` learns what is known of it also where it is
    /// refused.
    func admit(
        _ head: HTTPRequestHead, from arrival: HeadCheck.Arrival, for exchange: ServedExchange
    ) throws(Refusal) -> Request {
        var request = try check.request(head, arrival)
        exchange.request = request
        let asked = Authenticator.Asked(
            method: request.method, target: head.uri, isSecure: request.isSecure)
        let login = request.headers["Authorization"]
        switch authenticator.answer(login, from: request.visitor, for: asked) {
        case .enter(let user):
            request.user = user
            request.isUserChecked = authenticator.checksNames
        case .refuse(let refusal): throw refusal
        }
        exchange.request = request
        try CrossSite.check(request)
        try ChunkedUpload.check(request, in: folder)
        try folder.check(request.path)
        return request
    }

    /// What the visitor gets of a refusal: a page, where a browser asked for one. `request` is nil
    /// where none could be made.
    func page(_ refusal: Refusal, for request: Request?) -> Response {
        guard let request else { return refusal.response }
        // The folder's name is for those who were let in.
        let isOutside = refusal.status == .unauthorized || refusal.status == .tooManyRequests
        return StatusPage.response(
            for: refusal, to: request, share: isOutside ? "Ferry" : folder.name)
    }
}
