import Glibc

/// Reads folders as READDIR shows them: with `.` and `..`, in the folder's own order.
enum ScriptedSFTPListing {
    /// All entries; nil, with errno, where there is no such folder. `shownPath` is the folder as the
    /// client wrote it.
    static func entries(
        of path: [CChar], _ behaviour: ScriptedSFTPBehaviour, _ shownPath: [UInt8]
    ) -> [ScriptedSFTPEntry]? {
        guard let stream = opendir(path) else { return nil }
        defer { closedir(stream) }
        var entries: [ScriptedSFTPEntry] = []
        while let found = readdir(stream) {
            let name = withUnsafePointer(to: &found.pointee.d_name) {
                $0.withMemoryRebound(to: UInt8.self, capacity: 256) {
                    Array(UnsafeBufferPointer(start: $0, count: strnlen($0, 256)))
                }
            }
            var status = stat()
            let whole =
                path.dropLast() + [CChar(bitPattern: UInt8(ascii: "/"))]
                + name.map { CChar(bitPattern: $0) } + [0]
            guard lstat(Array(whole), &status) == 0 else { continue }
            let shown = behaviour.shown(
                .readdir, shownPath + [UInt8(ascii: "/")] + name, .init(status))
            let line = Array(longName(status).utf8) + name
            entries.append(ScriptedSFTPEntry(name, longName: line, shown))
        }
        return entries
    }

    private static func strnlen(_ bytes: UnsafePointer<UInt8>, _ most: Int) -> Int {
        (0..<most).first { bytes[$0] == 0 } ?? most
    }

    /// The line of `ls -l`, up to the name.
    private static func longName(_ status: stat) -> String {
        let kind: Character =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: "d"
            case S_IFLNK: "l"
            case S_IFIFO: "p"
            case S_IFSOCK: "s"
            default: "-"
            }
        let letters = Array("rwxrwxrwx")
        let modes = (0..<9).map { status.st_mode >> (8 - $0) & 1 == 1 ? letters[$0] : "-" }
        let user = ScriptedSFTPAccounts.user(status.st_uid) ?? "\(status.st_uid)"
        let group = ScriptedSFTPAccounts.group(status.st_gid) ?? "\(status.st_gid)"
        return "\(kind)\(String(modes)) ? \(user) \(group) \(status.st_size) Jan  1  1970 "
    }
}
