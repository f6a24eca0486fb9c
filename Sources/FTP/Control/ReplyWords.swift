import Files

/// What a reply's code means, in plain words, for the log and the status bar.
package enum ReplyWords {
    /// Nil where the reply says all there is to say.
    package static func explain(code: Int, text: String) -> String? {
        switch code {
        case 120: "the server is not ready yet; waiting"
        case 202: "the server does not need this"
        case 332: "the server wants an account as well"
        case 350: nil
        case 421:
            CrowdedReply.matches(text)
                ? "too many connections; trying again later"
                : "the server closes the connection; the next action connects again"
        case 425:
            text.lowercased().contains("operation not permitted")
                ? "the server refused the data connection; with TLS it may demand a resumed session"
                : "no data connection could be opened; a firewall may be in between"
        case 426: "the server dropped the data channel"
        case 430: "user name or password are wrong"
        case 450: "the file is busy or not there; it may work later"
        case 451: "something went wrong on the server"
        case 452, 552: "the server's disk is full, or your quota is used up"
        case 500, 502: "the server does not know this command"
        case 501: "the server does not accept this argument"
        case 503: "the server expected another command first"
        case 504: "the server does not know this form of the command"
        case 522:
            ReplyMeaning.speaksOfTLS(text.lowercased())
                ? "the server demands data connections that resume the TLS session"
                : "the server wants another kind of data connection"
        case 530:
            CrowdedReply.matches(text)
                ? "too many connections; trying again later" : "the login was refused"
        case 532: "storing files here needs an account"
        case 534: "the server wants TLS"
        case 550: explainRefusal(text.lowercased())
        case 553: "the server does not accept this name"
        default: nil
        }
    }

    private static func explainRefusal(_ words: String) -> String {
        switch ReplyMeaning.refusal(words) {
        case .notFound: "there is no such file or directory"
        case .denied: "you may not do this"
        case .exists: "there is one of this name already"
        case .notDirectory: "this is no directory"
        case .isDirectory: "this is a directory"
        case .notEmpty: "the directory is not empty"
        default: "not found, or not permitted"
        }
    }
}
