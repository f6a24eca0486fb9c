import Files
import Jobs
import Sync
import Words

// Why nothing is deleted, in sentences.
extension PlanWork {
    /// What could not be read, each reason once.
    func unread(_ outcome: PairWalk.Outcome) -> [String] {
        var said: Set<String> = []
        return outcome.failures.map(\.error.message).filter { said.insert($0).inserted }
    }

    func refusals(_ plan: MirrorPlan) -> [String] {
        switch plan.refusal {
        case nil: []
        case .tooMany(let count, let limit): [tooMany(count, limit, in: places.second)]
        case .emptySource: [empty(places.first, places.second)]
        case .unreadSource: [unread(places.first, places.second)]
        }
    }

    func refusals(_ plan: SyncPlan) -> [String] {
        ComparedSide.allCases.compactMap { side in
            switch plan.refusals[side] {
            case nil: nil
            case .tooMany(let count, let limit): tooMany(count, limit, in: places[side])
            case .emptyOther: empty(places[side.other], places[side])
            case .strangeOther: strange(places[side.other])
            case .unreadOther: unread(places[side.other], places[side])
            }
        }
    }

    private func tooMany(_ count: Int, _ limit: Int, in place: Location) -> String {
        tr(
            "Nothing will be deleted in \(place.text): \(Plural.count(count, "file")) would go, more than "
                + "the \(limit) that may go at a time.")
    }

    private func empty(_ source: Location, _ place: Location) -> String {
        tr("Nothing will be deleted in \(place.text), because \(source.text) is empty.")
    }

    private func strange(_ place: Location) -> String {
        tr(
            "Nothing will be done, because \(place.text) holds none of the files of the last sync. If "
                + "that is right, use ferry sync with --max-delete 100%.")
    }

    private func unread(_ source: Location, _ place: Location) -> String {
        tr(
            "Nothing will be deleted in \(place.text), because \(source.text) could not be read to "
                + "the end.")
    }
}
