import Glibc

/// Who may do what with a file or folder: 0…0o777.
enum Permissions {
    /// Those of an open file; nil with errno set where the disk does not say.
    static func of(_ number: CInt) -> mode_t? {
        var status = stat()
        return fstat(number, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Gives them to what is open, and leaves the bits beyond them, such as a folder's set-group-id,
    /// as they are: 0, or errno.
    static func give(_ permissions: mode_t, to number: CInt) -> CInt {
        var status = stat()
        guard fstat(number, &status) == 0 else { return errno }
        let wanted = status.st_mode & 0o7000 | permissions & 0o777
        // Not all file systems have permissions; those say always the same.
        if status.st_mode & 0o7777 == wanted { return 0 }
        return fchmod(number, wanted) == 0 ? 0 : errno
    }
}
