import Files
import Settings
import Transfers
import UI
import Words

// What the user said to a question, and what goes on then.
extension Engine {
    func takePassword(_ request: RequestID?, _ site: Site, _ answer: PasswordAnswer) {
        if case .given(let secret) = answer {
            context.credentials.remember(secret, for: site)
            // It was given for a job, which another process may carry out.
            if request == nil { queue.give(secret, for: site) }
        }
        guard let request else { return }
        goOn(
            request,
            answer == .declined
                ? FileSystemError(
                    .login,
                    detail: tr(
                        "No password was given for \(site.text), so the login was "
                            + "cancelled.")
                )
                : nil)
    }

    func takeTrust(
        _ request: RequestID?, _ site: Site, _ question: TrustQuestion, _ answer: TrustAnswer
    ) {
        let isTrusted = answer != .declined && question.answers.contains(answer)
        if isTrusted { trust(question, site, isForGood: answer == .always) }
        guard let request else { return }
        goOn(
            request,
            isTrusted
                ? nil
                : FileSystemError(
                    .security, detail: tr("You declined, so Ferry did not connect to \(site.text).")
                ))
    }

    /// At once, so that whatever connects next may already.
    private func trust(_ question: TrustQuestion, _ site: Site, isForGood: Bool) {
        switch question {
        case .certificate(let asked):
            let known = context.known
            known.allow(asked, for: site)
            if isForGood { settings.perform { known.keep(asked, for: site) } }
        case .hostKey(.new(let key)):
            context.hostKeys.accept(key)
        case .hostKey(.changed):
            // Only whoever edits ssh's files can settle it.
            break
        }
    }

    /// Asks once more for a listing that waited for an answer, or ends it with the reason.
    private func goOn(_ request: RequestID, _ refusal: FileSystemError?) {
        raws.goOn(request, refusal)
        tools.goOn(request, refusal)
        goOnTakingBack(request, refusal)
        for order in listings where order.request == request {
            if let refusal {
                inbox.post(.listed(request, .failure(refusal)))
            } else {
                list(order)
            }
        }
    }
}
