import Files
import Sync
import Words

/// What a command that carries differences over says once of the whole comparison.
enum CompareNotes {
    static func say(_ comparison: Comparison) {
        if let offset = comparison.sharedOffset {
            StandardError.say(
                Failure.prefix
                    + tr(
                        "All times differ by \(DifferenceOutput.hours(offset)); they count as equal."
                    )
            )
        }
        if comparison.unfollowedCount > 0 {
            let count = Plural.count(comparison.unfollowedCount, "link")
            StandardError.say(
                Failure.prefix + tr("Not followed, because more than 8 links lead there: \(count).")
            )
        }
        if comparison.specialCount > 0 {
            let count = Plural.count(comparison.specialCount, "device, pipe or socket")
            StandardError.say(Failure.prefix + tr("Not copied: \(count)."))
        }
    }
}
