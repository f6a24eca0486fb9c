package import Files
package import Jobs

/// Asks whether a server may be spoken to whose certificate nobody vouches for, or that has none.
package struct TrustDialog: Sendable {
    /// What is decided: the same certificate, or its absence, on the same server.
    struct Subject: Hashable, Sendable {
        var host: String
        var port: UInt16
        /// Nil where it is about speaking in clear.
        var fingerprint: [UInt8]?
    }

    package var site: Site
    package var question: TrustQuestion
    /// Listings that wait for the answer.
    package var requests: [RequestID]
    /// Transfers that failed for want of it, and are tried again once it is given.
    package var jobs: [JobID]
    /// Row of `answers`: Enter alone never trusts anybody.
    package var cursor = 0

    package init(
        site: Site, question: TrustQuestion, requests: [RequestID] = [], jobs: [JobID] = []
    ) {
        self.site = site
        self.question = question
        self.requests = requests
        self.jobs = jobs
    }

    /// In the order in which they are offered.
    var answers: [TrustAnswer] { [.declined, .once, .always] }

    /// Another certificate than the known one: nothing but its own key accepts it.
    var isAlarm: Bool {
        if case .changed = question { return true }
        return false
    }

    var subject: Subject {
        var subject = Subject(host: site.host, port: site.port)
        switch question {
        case .untrusted(let certificate, _), .changed(let certificate, _, _):
            subject.fingerprint = certificate.fingerprint
        case .clear:
            break
        }
        return subject
    }

    /// The key that gives an answer at once; for an alarm a capital letter, so that no key meant
    /// for something else gives it.
    func letter(of answer: TrustAnswer) -> Character {
        switch answer {
        case .declined: "n"
        case .once: isAlarm ? "O" : "o"
        case .always: isAlarm ? "A" : "a"
        }
    }
}
