extension QRCode {
    /// The code as text with its quiet zone, two rows of modules a line. The ink is what is dark:
    /// right for dark text on a light ground; `inverted` inks what is light, for light text on a
    /// dark ground.
    ///
    /// `quiet` is how many light modules stand around it, 0…8; the standard asks for 4, and
    /// cameras do with 2. Lines are `width + 2 × quiet` columns wide.
    package func lines(inverted: Bool = false, quiet: Int = 2) -> [String] {
        let quiet = max(0, min(quiet, 8))
        let span = -quiet..<width + quiet
        return stride(from: span.lowerBound, to: span.upperBound, by: 2).map { row in
            var line = ""
            for column in span {
                let upper = isDark(column: column, row: row) != inverted
                // Below the last row there is nothing, which is no ink in either case.
                let lower =
                    row + 1 < span.upperBound && isDark(column: column, row: row + 1) != inverted
                line += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
            }
            return line
        }
    }
}
