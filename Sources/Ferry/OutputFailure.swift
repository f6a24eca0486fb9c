import Files
import Glibc
import Words

/// Why the data asked for could not be handed on.
struct OutputFailure: Error {
    /// As it stands in a sentence: `stdout`, a file's name.
    let name: String
    /// errno.
    let number: CInt

    /// Whether nobody reads any more, as behind `| head`: no reason to complain.
    var isReaderGone: Bool { number == EPIPE }

    var sentence: String {
        let reason = systemReason(number)
        return number == ENOSPC || number == EDQUOT
            ? tr("\(name) was not written completely (\(reason)). Free some space and retry.")
            : tr("\(name) was not written completely (\(reason)).")
    }

    /// The end of the command: silent where the reader has gone.
    var failure: Failure { Failure(isReaderGone ? [] : [sentence]) }
}
