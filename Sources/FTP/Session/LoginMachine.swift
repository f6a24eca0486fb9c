import Files

/// From the greeting to being logged in (RFC 959 section 5.4): USER, PASS, ACCT, each only where
/// the server asks for it. Does no I/O: replies in, what to do next out.
struct LoginMachine {
    enum Step: Equatable {
        /// Wait for another reply.
        case wait
        case sendUser
        case sendPassword
        /// The reply asks for an account.
        case sendAccount(Reply)
        case done
        /// The server refused.
        case failed(Reply)
    }

    private enum State {
        case greeting, user, password, account, done
    }

    private var state = State.greeting
    /// Whether a greeting of 230 means that we are logged in.
    var trustsGreeting = true

    mutating func receive(_ reply: Reply) -> Step {
        if reply.isPreliminary { return .wait }
        if reply.isFailure { return .failed(reply) }
        switch (state, reply.isSuccess) {
        case (.greeting, true):
            // 230: logged in without being asked who we are.
            if reply.code == 230, trustsGreeting { return finish() }
            state = .user
            return .sendUser
        case (.user, true), (.password, true), (.account, true):
            return finish()
        case (.user, false) where reply.code == 331:
            state = .password
            return .sendPassword
        case (.user, false) where reply.code == 332, (.password, false) where reply.code == 332:
            state = .account
            return .sendAccount(reply)
        default:
            return .failed(reply)
        }
    }

    /// Whether a server may know itself by this name: no address, and no name of a local network.
    static func isWorthAnnouncing(_ host: String) -> Bool {
        host.contains(".") && !host.contains(":")
            && !host.allSatisfy { $0 == "." || $0.isNumber }
    }

    private mutating func finish() -> Step {
        state = .done
        return .done
    }
}
