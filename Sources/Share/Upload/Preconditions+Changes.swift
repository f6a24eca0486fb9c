// What must hold before something is changed.
extension Preconditions {
    /// Refuses a change by 412; `current` is nil where there is nothing yet.
    static func check(_ request: Request, _ current: FileStatus?) throws(Refusal) {
        guard request.headers["If"] == nil else {
            // RFC 4918, section 10.4: what cannot be checked does not hold.
            throw Refusal(
                .preconditionFailed,
                "This share does not support locks; send the "
                    + "request without If.")
        }
        guard Preconditions(request).verdict(current) == .failed else { return }
        throw current != nil && asksForNew(request)
            ? Refusal(.preconditionFailed, "That name already exists.")
            : Refusal(.preconditionFailed, "It has changed since you last looked; reload it.")
    }

    /// Whether nothing may be there yet: `If-None-Match: *`.
    static func asksForNew(_ request: Request) -> Bool {
        request.headers.list("If-None-Match").contains("*")
    }
}
