import Files

/// `ls -l` as servers print it: permissions, then anything, then a size, a date and a name. The
/// columns in between vary too much to count on, so the date is what is looked for.
enum UnixFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        guard let permissions = UnixPermissions(line) else { return false }
        var fallback: (fields: Fields, date: ListingDate)?
        var fields = Fields(line, permissions)
        while let token = fields.next(line) {
            if let size = UnixSize(line, token),
                let date = ListingDate(line, from: size.end, context)
            {
                fields.size = size
                if fields.index >= 2 { return finish(line, permissions, fields, date, &entry) }
                if fallback == nil { fallback = (fields, date) }
            }
            fields.add(token, line)
        }
        if let fallback { return finish(line, permissions, fallback.fields, fallback.date, &entry) }
        return readWithoutSize(line, permissions, context, &entry)
            || readUnknown(line, permissions, &entry)
            || UndatedUnix.read(line, permissions, &entry)
    }

    /// `d????????? ? ? ? ?            ? name`: what `ls` was not permitted to look at.
    private static func readUnknown(
        _ line: ListingLine, _ permissions: UnixPermissions, _ entry: inout ListedEntry
    ) -> Bool {
        var position = permissions.end
        guard line[position - 1] == 0x3F else { return false }
        for _ in 0..<5 {
            let token = line.token(from: position)
            guard line.matches(token, "?") else { return false }
            position = token.upperBound
        }
        guard line[position] == 0x20, position + 1 < line.count else { return false }
        entry.name = position + 1..<line.count
        settle(line, permissions, size: nil, &entry)
        return true
    }

    /// Where no size stands before the date: it is glued to the group, or missing.
    private static func readWithoutSize(
        _ line: ListingLine, _ permissions: UnixPermissions, _ context: ListingContext,
        _ entry: inout ListedEntry
    ) -> Bool {
        guard permissions.mode != nil else { return false }
        var fields = Fields(line, permissions)
        while let token = fields.next(line) {
            fields.add(token, line)
            if let date = ListingDate(line, from: token.upperBound, context) {
                return finish(line, permissions, fields, date, &entry)
            }
        }
        return false
    }

    /// What stands between the permissions and the size.
    struct Fields {
        var position: Int
        /// How many words were taken; a count of links glued to the permissions is the first.
        private(set) var index: Int
        var size: UnixSize?
        private(set) var owner = 0..<0
        /// From the second word on; groups may have blanks in them.
        private(set) var group = 0..<0

        init(_ line: ListingLine, _ permissions: UnixPermissions) {
            let glued = permissions.hasLinkCount ? line.digits(from: permissions.end) : 0
            position = permissions.end + glued
            index = glued > 0 ? 1 : 0
        }

        mutating func next(_ line: ListingLine) -> Range<Int>? {
            let token = line.token(from: position)
            guard !token.isEmpty else { return nil }
            index += 1
            position = token.upperBound
            return token
        }

        mutating func add(_ token: Range<Int>, _ line: ListingLine) {
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
        // Exactly one blank parts the date from the name, save where the date is padded to the
        // width that it has with a time: `Sep 27 2011  name`, `2004-07-15  name`.
        var start = date.end + 1
        if date.isPadded(line), line[start] == 0x20, start + 1 < line.count { start += 1 }
        guard start < line.count else { return false }
        entry.name = start..<line.count
        if let clock = date.clock {
            entry.half = ClockHalves.half(line, behind: date.end, clock: clock)
        }
        entry.modified = date.timestamp
        entry.owner = fields.owner
        entry.group = fields.group
        settle(line, permissions, size: fields.size?.value, &entry)
        return true
    }

    /// What the kind of entry makes of a name and a size.
    static func settle(
        _ line: ListingLine, _ permissions: UnixPermissions, size: UInt64?,
        _ entry: inout ListedEntry
    ) {
        entry.kind = permissions.kind
        entry.mode = permissions.mode
        switch permissions.kind {
        case .file:
            entry.size = size
            if let mode = permissions.mode, mode & 0o111 != 0 { entry.mark = .executable }
        case .link:
            splitTarget(line, length: size, &entry)
            if entry.target.isEmpty { entry.mark = .link }
        case .directory:
            entry.mark = .directory
            // `ls -F`, and no name has a slash.
            if line.last == 0x2F, entry.name.count > 1 {
                entry.name = entry.name.lowerBound..<line.count - 1
                entry.isMarked = true
            }
        case .other:
            if permissions.letter == 0x70 { entry.mark = .pipe }
            if permissions.letter == 0x73 { entry.mark = .socket }
        }
        if let mark = entry.mark, mark != .directory {
            entry.isMarked = line.last == mark.sign && entry.name.count > 1
        }
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
