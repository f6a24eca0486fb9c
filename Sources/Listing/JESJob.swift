/// A job that JES keeps: `JOBNAME JOBID STATUS …`, or with the owner before the status. Its output is
/// fetched by the job's number, which is the name.
enum JESJob {
    static func read(_ line: ListingLine, _ entry: inout ListedEntry) -> Bool {
        var words = ListingWords(line)
        guard MVSMember.isName(line, words.next()) else { return false }
        let number = words.next()
        guard isNumber(line, number) else { return false }
        let third = words.next()
        if !isStatus(line, third) {
            guard MVSMember.isName(line, third), isStatus(line, words.next()) else { return false }
            entry.owner = third
        }
        entry.name = number
        return true
    }

    /// `JOB01234`, `STC01234`, `TSU01234`, and `J0123456` where there are more than 99,999.
    private static func isNumber(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        guard word.count == 8 else { return false }
        let digits = line.digits(from: word.lowerBound + 3)
        guard digits == 5 else { return false }
        for kind: StaticString in ["JOB", "STC", "TSU"]
        where line.matches(word.prefix(3), kind) {
            return true
        }
        return [0x4A, 0x53, 0x54].contains(line[word.lowerBound])
            && line.digits(from: word.lowerBound + 1) == 7
    }

    private static func isStatus(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        for status: StaticString in ["INPUT", "ACTIVE", "OUTPUT", "HELD", "ARDY", "EXECUTING"]
        where line.matches(word, status) {
            return true
        }
        return false
    }
}
