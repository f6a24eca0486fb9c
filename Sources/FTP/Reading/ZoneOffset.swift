/// How far a server's clock is ahead of UTC, from one file's time said both ways.
enum ZoneOffset {
    /// Seconds; nil where the two cannot be the same moment: zones are whole quarters of an hour,
    /// and a listing cuts seconds off.
    static func between(listed: Int64, exact: Int64) -> Int? {
        let (difference, overflow) = listed.subtractingReportingOverflow(exact)
        guard !overflow, (-54_000...54_000).contains(difference) else { return nil }
        let quarter = Int((Double(difference) / 900).rounded()) * 900
        return abs(Int(difference) - quarter) < 60 ? quarter : nil
    }
}
