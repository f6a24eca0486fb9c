import Files

/// Servers of the old MacOS (Peter's, NetPresenz, Rumpus, Xplain), whose `ls -l` has the sizes of
/// the two forks where others have the accounts: `-rw-r--r--  326  1391972  1392298 Nov 22  1995
/// name` and `drwxr-xr-x  folder  2 May 10  1996 name`.
enum MacFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        guard line[0] == 0x2D || line[0] == 0x64, let permissions = UnixPermissions(line),
            let mode = permissions.mode, !permissions.hasLinkCount
        else { return false }
        let first = line.token(from: permissions.end)
        let total: Range<Int>
        if permissions.kind == .directory {
            guard line.matches(first, "folder") else { return false }
            total = line.token(from: first.upperBound)
        } else {
            let data = line.token(from: first.upperBound)
            total = line.token(from: data.upperBound)
            guard let resourceFork = line.number(first), let dataFork = line.number(data),
                line.number(total) == resourceFork &+ dataFork
            else { return false }
        }
        guard let size = line.number(total),
            let date = ListingDate(line, from: total.upperBound, context),
            line[date.end] == 0x20, date.end + 1 < line.count
        else { return false }
        entry.kind = permissions.kind
        entry.size = permissions.kind == .file ? size : nil
        entry.mode = mode
        entry.modified = date.timestamp
        entry.name = date.end + 1..<line.count
        if entry.kind == .directory, line.last == 0x2F { entry.name = entry.name.dropLast() }
        return true
    }
}
