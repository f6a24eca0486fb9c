/// MVS and z/OS: data sets, members of a partitioned one, load modules, and the jobs that JES keeps.
enum MVSFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ memory: inout ListingMemory,
        _ entry: inout ListedEntry
    ) -> Bool {
        let first = line.token(from: 0)
        // No row begins with a longer word.
        guard first.count <= 44 else { return false }
        if line.token(from: first.upperBound).isEmpty {
            let isMember = memory.heading == .members || memory.heading == .loadModules
            guard isMember, MVSMember.isName(line, first) else { return false }
            entry.name = first
            return true
        }
        return MVSDataSet.read(line, context, memory, &entry)
            || MVSMember.read(line, context, &entry)
            || MVSLoadModule.read(line, memory, &entry) || JESJob.read(line, &entry)
    }

    static func heading(_ line: ListingLine) -> ListingMemory.Heading? {
        var words = ListingWords(line)
        let first = words.next()
        let second = words.next()
        if line.matches(first, "Volume"), line.matches(second, "Unit") { return .datasets }
        if line.matches(first, "Name"), line.matches(second, "VV.MM") { return .members }
        if line.matches(first, "Name"), line.matches(second, "Size"),
            line.matches(words.next(), "TTR")
        {
            return .loadModules
        }
        if line.matches(first, "JOBNAME"), line.matches(second, "JOBID") { return .jobs }
        return nil
    }

    /// Letters, digits and the three national characters.
    static func isNameByte(_ byte: UInt8) -> Bool {
        ListingLine.isDigit(byte) || isNameStart(byte)
    }

    static func isNameStart(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte & 0xDF) || byte == 0x40 || byte == 0x23 || byte == 0x24
    }
}
