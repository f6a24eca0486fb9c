import Glibc

/// The names of users and groups by their numbers, each asked for once.
final class AccountNames {
    private var users: [UInt32: String] = [:]
    private var groups: [UInt32: String] = [:]

    /// The user's name; its number in digits where it has none.
    func user(_ number: UInt32) -> String {
        if let known = users[number] { return known }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4_096)
        let status = getpwuid_r(number, &entry, &buffer, buffer.count, &found)
        let name = status == 0 && found != nil ? AccountNames.text(entry.pw_name) : nil
        users[number] = name ?? "\(number)"
        return name ?? "\(number)"
    }

    /// The group's name; its number in digits where it has none.
    func group(_ number: UInt32) -> String {
        if let known = groups[number] { return known }
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let status = getgrgid_r(number, &entry, &buffer, buffer.count, &found)
        let name = status == 0 && found != nil ? AccountNames.text(entry.gr_name) : nil
        groups[number] = name ?? "\(number)"
        return name ?? "\(number)"
    }

    /// Without blanks and semicolons, which would end a column or a fact.
    private static func text(_ name: UnsafePointer<CChar>?) -> String? {
        guard let name else { return nil }
        let text = String(cString: name)
        return text.isEmpty || text.contains(where: { " ;\r\n".contains($0) }) ? nil : text
    }
}
