import Glibc

/// Names of users and groups, asked of the system once each.
struct Accounts {
    private var users: [uid_t: String] = [:]
    private var groups: [gid_t: String] = [:]

    /// The user's name, or the number where it has none.
    mutating func user(_ number: uid_t) -> String {
        if let known = users[number] { return known }
        var entry = passwd()
        var buffer = [CChar](repeating: 0, count: 4_096)
        var found: UnsafeMutablePointer<passwd>?
        var name = String(number)
        if getpwuid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil {
            name = String(cString: entry.pw_name)
        }
        users[number] = name
        return name
    }

    mutating func group(_ number: gid_t) -> String {
        if let known = groups[number] { return known }
        var entry = Glibc.group()
        var buffer = [CChar](repeating: 0, count: 16_384)
        var found: UnsafeMutablePointer<Glibc.group>?
        var name = String(number)
        if getgrgid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil {
            name = String(cString: entry.gr_name)
        }
        groups[number] = name
        return name
    }
}
