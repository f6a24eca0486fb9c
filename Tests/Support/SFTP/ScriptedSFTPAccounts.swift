import Glibc

/// The names of this machine's users and groups, by number.
enum ScriptedSFTPAccounts {
    private static let room = 16 << 10

    /// Nil where nobody has the number.
    static func user(_ number: UInt32) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var text = [CChar](repeating: 0, count: room)
        guard getpwuid_r(number, &entry, &text, text.count, &found) == 0, found != nil else {
            return nil
        }
        return entry.pw_name.map { String(cString: $0) }
    }

    /// Nil where nobody has the number.
    static func group(_ number: UInt32) -> String? {
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        var text = [CChar](repeating: 0, count: room)
        guard getgrgid_r(number, &entry, &text, text.count, &found) == 0, found != nil else {
            return nil
        }
        return entry.gr_name.map { String(cString: $0) }
    }
}
