import Glibc

/// Why a call of the system failed, in the user's language, without a full stop: `Permission denied`.
///
/// - Parameters:
///   - number: The value of `errno`.
///   - small: Whether it stands in the midst of a sentence: the English text then has no capital letters.
///     Translations are said as they are.
package func systemReason(_ number: CInt, small: Bool = false) -> String {
    let text = commonReason(number) ?? libraryReason(number)
    return small && Language.catalogue == nil ? text.lowercased() : text
}

/// The C library's own text, which is English: Ferry asks it for no other language.
private func libraryReason(_ number: CInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
        guard let start = text.baseAddress else { return "" }
        // What it does not know has a text as well, and all of them are shorter than that.
        text.initialize(repeating: 0)
        strerror_r(number, start, text.count)
        return String(cString: start)
    }
}

/// The texts of glibc for what users meet; nil for all others.
private func commonReason(_ number: CInt) -> String? {
    switch number {
    case EACCES: tr("Permission denied")
    case EPERM: tr("Operation not permitted")
    case ENOENT: tr("No such file or directory")
    case EEXIST: tr("File exists")
    case ENOTDIR: tr("Not a directory")
    case EISDIR: tr("Is a directory")
    case ENOTEMPTY: tr("Directory not empty")
    case ENAMETOOLONG: tr("File name too long")
    case ELOOP: tr("Too many levels of symbolic links")
    case EXDEV: tr("Invalid cross-device link")
    case ENOSPC: tr("No space left on device")
    case EDQUOT: tr("Disk quota exceeded")
    case EROFS: tr("Read-only file system")
    case EFBIG: tr("File too large")
    case EIO: tr("Input/output error")
    case EBUSY: tr("Device or resource busy")
    case ETXTBSY: tr("Text file busy")
    case ESTALE: tr("Stale file handle")
    case EMFILE: tr("Too many open files")
    case ENFILE: tr("Too many open files in system")
    case ENOMEM: tr("Cannot allocate memory")
    case EINVAL: tr("Invalid argument")
    case ENOTSUP: tr("Operation not supported")
    case ECONNREFUSED: tr("Connection refused")
    case ECONNRESET: tr("Connection reset by peer")
    case ETIMEDOUT: tr("Connection timed out")
    case EHOSTUNREACH: tr("No route to host")
    case ENETUNREACH: tr("Network is unreachable")
    case EADDRINUSE: tr("Address already in use")
    case EADDRNOTAVAIL: tr("Cannot assign requested address")
    case EPIPE: tr("Broken pipe")
    default: nil
    }
}
