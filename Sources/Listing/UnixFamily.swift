import Files

/// `ls -l` as servers print it: permissions, then anything, then a size, a date and a name. The
/// columns in between vary too much to count on, so the date is what is looked for.
enum UnixFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        guard let permissions = UnixPermissions(line) else { return false }
        var fallback: (fields: Fields, date: ListingDate)?
        var index = permissions.hasLinkCount ? 1 : 0
        var fields = Fields(start: permissions.end)
        while true {
            index += 1
            let token = line.token(from: fields.position)
            guard !token.isEmpty else { break }
            fields.position = token.upperBound
            if let size = UnixSize(line, token) {
                if let date = ListingDate(line, from: size.end, context) {
                    fields.size = size
                    if index >= 2 { return finish(line, permissions, fields, date, &entry) }
                    if fallback == nil { fallback = (fields, date) }
                }
            }
            fields.add(token, index: index, line)
        }
        guard let fallback else { return false }
        return finish(line, permissions, fallback.fields, fallback.date, &entry)
    }

    /// What stands between the permissions and the size.
    struct Fields {
        var position: Int
        var size: UnixSize?
        var owner = 0..<0
        /// From the second word on; groups may have blanks in them.
        var group = 0..<0

        init(start: Int) {
            position = start
        }

        mutating func add(_ token: Range<Int>, index: Int, _ line: ListingLine) {
            // The first number is the count of links.
            if index == 1, line.number(token) != nil { return }
            if owner.isEmpty {
                owner = token
            } else {
                group = (group.isEmpty ? token.lowerBound : group.lowerBound)..<token.upperBound
            }
        }
    }

    private static func finish(
        _ line: ListingLine, _ permissions: UnixPermissions, _ fields: Fields, _ date: ListingDate,
        _ entry: inout ListedEntry
    ) -> Bool {
        // Exactly one blank parts the date from the name, save for `Sep 27 2011  name`, where the
        // year is padded to the width of a time.
        var start = date.end + 1
        if date.end - date.start == 11, date.precision == .day, line[start] == 0x20,
            start + 1 < line.count
        {
            start += 1
        }
        guard start < line.count else { return false }
        entry.name = start..<line.count
        entry.kind = permissions.kind
        entry.mode = permissions.mode
        entry.modified = date.timestamp
        entry.owner = fields.owner
        entry.group = fields.group
        switch permissions.kind {
        case .file: entry.size = fields.size?.value
        case .link: splitTarget(line, length: fields.size?.value, &entry)
        case .directory:
            // `ls -F`, and no name has a slash.
            if line.last == 0x2F, entry.name.count > 1 { entry.name = start..<line.count - 1 }
        case .other: break
        }
        return true
    }

    /// A link's size is the length of its target, which finds the right ` -> ` of several.
    private static func splitTarget(
        _ line: ListingLine, length: UInt64?, _ entry: inout ListedEntry
    ) {
        let name = entry.name
        func isArrow(_ position: Int) -> Bool {
            line[position] == 0x20 && line[position + 1] == 0x2D && line[position + 2] == 0x3E
                && line[position + 3] == 0x20
        }
        var arrow: Int?
        if let length, length > 0, length < UInt64(name.count) {
            let position = name.upperBound - Int(length) - 4
            if position > name.lowerBound, isArrow(position) { arrow = position }
        }
        if arrow == nil {
            arrow = stride(from: name.upperBound - 5, to: name.lowerBound, by: -1)
                .first(where: isArrow)
        }
        guard let arrow else { return }
        entry.name = name.lowerBound..<arrow
        entry.target = arrow + 4..<name.upperBound
    }
}
