import Files

/// VMS, as MultiNet, UCX (TCP/IP Services), CMU and TCPware list it:
/// `NAME.EXT;3  12/15  4-NOV-1994 14:09:11 [GROUP,OWNER] (RWED,RWED,RE,)`, and names that are too
/// long for their column alone on the line before.
enum VMSFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ memory: inout ListingMemory,
        _ entry: inout ListedEntry
    ) -> Bool {
        if memory.isNameWaiting, readFacts(line, context, &memory, &entry) { return true }
        guard !ListingLine.isBlank(line[0]) else { return false }
        let end = VMSName.end(line, from: 0)
        guard end < line.count, let name = VMSName(line, 0..<end), name.hasVersion || name.hasPoint,
            let fields = VMSFields(line, from: end + 1)
        else { return false }
        let isExpected = memory.heading == .vms || context.hint == .vms
        guard
            name.hasVersion
                ? fields.hasDay || fields.isBracketed || (fields.hasSize && isExpected)
                : fields.hasDay && fields.hasSize && (fields.isBracketed || isExpected)
        else { return false }
        entry.name = name.shown
        // The root directory lists itself.
        entry.isSelfOrParent = name.isDirectory && line.matches(name.shown, "000000")
        finish(fields, isDirectory: name.isDirectory, context, &entry)
        return true
    }

    /// The facts of the name on the line before.
    private static func readFacts(
        _ line: ListingLine, _ context: ListingContext, _ memory: inout ListingMemory,
        _ entry: inout ListedEntry
    ) -> Bool {
        guard let fields = VMSFields(line, from: 0), fields.hasDay,
            fields.hasSize || fields.isBracketed
        else { return false }
        let read = memory.waitingName.withUnsafeBytes { raw -> VMSName? in
            let text = ListingLine(raw)
            guard let name = VMSName(text, 0..<text.count) else { return nil }
            memory.compose(text[name.shown])
            return name
        }
        guard let name = read else { return false }
        entry.isComposed = true
        finish(fields, isDirectory: name.isDirectory, context, &entry)
        return true
    }

    private static func finish(
        _ fields: VMSFields, isDirectory: Bool, _ context: ListingContext,
        _ entry: inout ListedEntry
    ) {
        entry.kind = isDirectory ? .directory : .file
        entry.size = isDirectory ? nil : fields.size
        entry.owner = fields.owner
        entry.group = fields.group
        guard let day = fields.day else { return }
        entry.modified =
            fields.time.map { context.timestamp(day &+ Int64($0.seconds), $0.precision) }
            ?? context.timestamp(day &+ 43_200, .day)
    }

    /// `Directory DEV:[A.B]`, or `DEV:[A.B]` alone.
    static func isHeading(_ line: ListingLine) -> Bool {
        var place = line.token(from: 0)
        if line.matches(place, "Directory") { place = line.token(from: place.upperBound) }
        guard place.count > 2, line.token(from: place.upperBound).isEmpty,
            line[place.upperBound - 1] == 0x5D
        else { return false }
        return line[place.lowerBound] == 0x5B
            || place.dropLast().contains { line[$0] == 0x3A && line[$0 + 1] == 0x5B }
    }

    /// The name, where the line is one and nothing else, and could be one of VMS.
    static func nameAlone(_ line: ListingLine) -> ListingLine? {
        let end = VMSName.end(line, from: 0)
        guard end > 0, line.token(from: end).isEmpty, let name = VMSName(line, 0..<end),
            name.hasVersion || name.hasPoint
        else { return nil }
        return line[0..<end]
    }
}
