import Words

// What must hold before something is changed.
extension Preconditions {
    /// Refuses a change by 412; `current` is nil where there is nothing yet.
    static func check(_ request: Request, _ current: FileStatus?) throws(Refusal) {
        guard Preconditions(request).verdict(current) == .failed else { return }
        throw current != nil && asksForNew(request)
            ? Refusal(.preconditionFailed, tr("That name already exists."))
            : Refusal(.preconditionFailed, tr("It has changed since you last looked; reload it."))
    }

    /// Whether nothing may be there yet: `If-None-Match: *`.
    static func asksForNew(_ request: Request) -> Bool {
        request.headers.list("If-None-Match").contains("*")
    }
}
