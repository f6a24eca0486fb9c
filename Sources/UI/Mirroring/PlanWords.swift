import Files
import Jobs
import Sync
import Terminal
import Words

/// What is said of a plan by its kind and its places alone.
struct PlanWords {
    let isMirror: Bool
    let places: Pair<Location>
    private let workspace: Workspace

    init(_ order: PlanOrder, _ workspace: Workspace) {
        if case .mirror = order.kind { isMirror = true } else { isMirror = false }
        places = order.places
        self.workspace = workspace
    }

    /// Nil for a job that carries no plan out.
    init?(_ job: Job, _ workspace: Workspace) {
        guard job.operation.isPlan, let target = job.target else { return nil }
        isMirror = job.operation != .sync
        places = Pair(job.source, target)
        self.workspace = workspace
    }

    /// Columns for both places in a sentence; in fewer they are not to be recognised.
    private static let leastRoom = 24

    /// `Mirror ~/site → web01:/www`, in so many columns.
    func title(columns: Int) -> String {
        let arrow = workspace.glyphs.arrow(isMirror: isMirror)
        func words(_ one: String, _ two: String) -> String {
            isMirror
                ? tr("Mirror \(one) \(arrow) \(two)") : tr("Synchronise \(one) \(arrow) \(two)")
        }
        let (one, two) = fitted(
            places.map { PlanText.place($0, workspace) },
            to: columns - CharacterWidth.of(words("", "")))
        return words(one, two)
    }

    /// Both places in so many columns together: what one does not need, the other gets.
    private func fitted(_ texts: Pair<String>, to columns: Int) -> (String, String) {
        let room = max(12, columns)
        let widths = texts.map { CharacterWidth.of($0) }
        let first = max(room / 2, room - widths.second)
        let one = TextFit.cutStart(texts.first, to: min(first, widths.first))
        return (one, TextFit.cutStart(texts.second, to: room - CharacterWidth.of(one)))
    }

    // MARK: - The end

    /// `Mirror done: 12 files (2.0K) copied, 3 deleted.`: for whoever knows the places.
    func summary(_ report: PlanReport) -> String {
        let words =
            if report.isStopped {
                isMirror ? tr("Mirror stopped") : tr("Synchronisation stopped")
            } else if report.failureCount > 0 {
                isMirror ? tr("Mirror not finished") : tr("Synchronisation not finished")
            } else {
                isMirror ? tr("Mirror done") : tr("Synchronisation done")
            }
        return PlanWords.sentence(words, PlanWords.deeds(report))
    }

    /// `Mirrored ~/site to web01:/www: 12 files (2.0K) copied, 3 deleted.`; the summary where so many
    /// columns leave nothing that could be read of the places.
    func sentence(_ report: PlanReport, columns: Int) -> String {
        let deeds = PlanWords.deeds(report)
        let rest = deeds.reduce(1) { $0 + CharacterWidth.of($1) + 2 }
        let texts = places.map { $0.shown(workspace) }
        let room = columns - CharacterWidth.of(end(of: report, "", "")) - rest
        let wanted = CharacterWidth.of(texts.first) + CharacterWidth.of(texts.second)
        guard room >= min(wanted, PlanWords.leastRoom) else { return summary(report) }
        let (one, two) = fitted(texts, to: room)
        return PlanWords.sentence(end(of: report, one, two), deeds)
    }

    /// `Mirrored ~/site to web01:/www`: how it ended, with its places in the words that are given.
    private func end(of report: PlanReport, _ one: String, _ two: String) -> String {
        if report.isStopped {
            return isMirror
                ? tr("Stopped mirroring \(one) to \(two)")
                : tr("Stopped synchronising \(one) and \(two)")
        }
        if report.failureCount > 0 {
            return isMirror
                ? tr("Could not finish mirroring \(one) to \(two)")
                : tr("Could not finish synchronising \(one) and \(two)")
        }
        return isMirror
            ? tr("Mirrored \(one) to \(two)") : tr("Synchronised \(one) and \(two)")
    }

    private static func sentence(_ words: String, _ deeds: [String]) -> String {
        deeds.isEmpty ? withFullStop(words) : tr("\(words): \(listed(deeds)).")
    }

    /// What was done, in numbers.
    private static func deeds(_ report: PlanReport) -> [String] {
        var deeds: [String] = []
        if report.files > 0 {
            let files = Format.count(report.files, "file")
            deeds.append(tr("\(files) (\(Format.amount(report.bytes))) copied"))
        }
        if report.deleted > 0 { deeds.append(tr("\(Format.number(report.deleted)) deleted")) }
        if report.failureCount > 0 {
            let failed = Format.number(report.failureCount)
            deeds.append(
                tr(report.failureCount, one: "\(failed) failed", other: "\(failed) failed"))
        }
        return deeds
    }
}

extension Location {
    /// `~/site`, `web01:/www`: in as few columns as tell it apart.
    func shown(_ workspace: Workspace) -> String {
        shown(home: workspace.options.home, workspace.siteTitles)
    }

    /// The same.
    func shown(home: Path?, _ titles: SiteTitles) -> String {
        guard site.archive == nil else { return VisibleText.make(titles.text(of: self)) }
        guard site.isLocal else {
            let name = titles.name(of: site) ?? VisibleText.make(site.host)
            return name + ":" + path.text(on: site)
        }
        guard let home, !home.isRoot, let below = path.components(below: home) else {
            return path.text
        }
        return below.isEmpty ? "~" : "~" + Path(components: below).text
    }
}

extension Glyphs {
    /// Between the places of a plan: one way, or both.
    func arrow(isMirror: Bool) -> String {
        isMirror ? arrow : bothWays
    }
}
