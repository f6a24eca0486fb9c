import Words

/// The kinds of responses, asked in order of priority which of them can respond to a request.
package struct Responders: Sendable {
    private let ordered: [any Responder]

    package init(_ responders: [any Responder]) {
        ordered = responders.enumerated().sorted { left, right in
            left.element.priority != right.element.priority
                ? left.element.priority > right.element.priority : left.offset < right.offset
        }.map(\.element)
    }

    /// All that Ferry has.
    package static let standard = Responders([
        FileResponder(), OptionsResponder(), IndexResponder(), ArchiveResponder(),
        IconResponder(), UploadResponder(), PutResponder(), PropfindResponder(),
        ProppatchResponder(), MkcolResponder(), MoveResponder(), CopyResponder(),
        DeleteResponder(), LockResponder(), UnlockResponder(), MacFileResponder(),
    ])

    /// The response of the first that can; 405 where one can for another method (RFC 9110, 15.5.6),
    /// else 501 (15.6.2).
    func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
        for responder in ordered where responder.canRespond(to: request, in: folder) {
            return try LockGate(request, in: folder).pass { () throws(Refusal) in
                try responder.respond(to: request, in: folder)
            }
        }
        let allowed = methods(for: request, in: folder)
        guard Method.known.contains(request.method), !allowed.isEmpty else {
            throw Refusal(
                .notImplemented, tr("This share does not support \(request.method.text)."))
        }
        let method = request.method.text
        throw Refusal(
            .methodNotAllowed,
            folder.isWritable
                ? tr("\(method) is not possible here.")
                : tr("\(method) is not possible here: this share is read-only."),
            headers: [("Allow", allowed.map(\.text).joined(separator: ", "))])
    }

    /// Those that some responder could respond to, were they the request's; for Allow.
    package func methods(for request: Request, in folder: SharedFolder) -> [Method] {
        Method.known.filter { method in
            var asked = request
            asked.method = method
            return ordered.contains { $0.canRespond(to: asked, in: folder) }
        }
    }
}
