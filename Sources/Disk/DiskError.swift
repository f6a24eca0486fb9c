import Glibc
import Words

/// The refusal of a system call on a file.
package struct DiskError: Error, Hashable, Sendable {
    /// What was to be done.
    package enum Step: String, Sendable {
        case open, look, read, write, copy, sync, close, lock, truncate, describe, make, name
        case remove
    }

    package let step: Step
    /// errno.
    package let code: CInt

    package init(_ step: Step, _ code: CInt) {
        self.step = step
        self.code = code
    }

    /// The system's own words, in lower case: `no space left on device`.
    package var words: String { systemReason(code, small: true) }
}

/// Calls that are made again where a signal broke them off.
enum Call {
    /// The result, which is not negative; errno where it is.
    static func retrying<Number: SignedInteger>(
        _ step: DiskError.Step, _ body: () -> Number
    ) throws(DiskError) -> Number {
        while true {
            let result = body()
            if result >= 0 { return result }
            let code = errno
            guard code == EINTR else { throw DiskError(step, code) }
        }
    }

    /// What a file system answers that does not know a call, or not in this form.
    static func isUnknown(_ code: CInt) -> Bool {
        [EINVAL, ENOSYS, EOPNOTSUPP, ENOTTY].contains(code)
    }
}
