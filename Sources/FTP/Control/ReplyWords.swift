import Files
import Words

/// What a reply's code means, in plain words, for the log and the status bar.
package enum ReplyWords {
    /// Nil where the reply says all there is to say.
    package static func explain(code: Int, text: String) -> String? {
        switch code {
        case 120: tr("The server is not ready yet; Ferry waits.")
        case 202: tr("The server does not need this command.")
        case 332: tr("The server also requires an account.")
        case 350: nil
        case 421:
            CrowdedReply.matches(text)
                ? tr("There are too many connections; Ferry tries again later.")
                : tr("The server closes the connection; the next action reconnects.")
        case 425:
            text.lowercased().contains("operation not permitted")
                ? tr(
                    "The server refused the data connection; with TLS, it may require a resumed session."
                )
                : tr("No data connection could be opened; a firewall may block it.")
        case 426: tr("The server closed the data connection.")
        case 430: tr("The user name or the password is wrong.")
        case 450: tr("The file is not available now; try again later.")
        case 451: tr("An error occurred on the server.")
        case 452, 552: tr("The server's disk is full, or your quota is used up.")
        case 500, 502: tr("The server does not know this command.")
        case 501: tr("The server does not accept this argument.")
        case 503: tr("The server expected another command first.")
        case 504: tr("The server does not support this form of the command.")
        case 522:
            ReplyMeaning.speaksOfTLS(text.lowercased())
                ? tr("The server requires data connections that resume the TLS session.")
                : tr("The server requires another kind of data connection.")
        case 530:
            CrowdedReply.matches(text)
                ? tr("There are too many connections; Ferry tries again later.")
                : tr("The server refused the login.")
        case 532: tr("The server requires an account for storing files.")
        case 534: tr("The server requires TLS.")
        case 550: explainRefusal(text.lowercased())
        case 553: tr("The server does not accept this name.")
        default: nil
        }
    }

    private static func explainRefusal(_ words: String) -> String {
        switch ReplyMeaning.refusal(words) {
        case .notFound: tr("There is no such file or directory.")
        case .denied: tr("You do not have permission for this.")
        case .exists: tr("This name already exists.")
        case .notDirectory: tr("This is not a directory.")
        case .isDirectory: tr("This is a directory.")
        case .notEmpty: tr("The directory is not empty.")
        default: tr("The server refused it; check that it exists and that you have permission.")
        }
    }
}
