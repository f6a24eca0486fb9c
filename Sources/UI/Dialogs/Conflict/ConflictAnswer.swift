import Files
import Jobs
import Words

/// What can be answered where a target exists.
enum ConflictAnswer: Hashable, Sendable {
    case policy(ConflictPolicy)
    /// Gives the new file a name that the user types.
    case rename

    /// What answers with it in the dialog.
    var letter: Character {
        switch self {
        case .policy(.ask): "?"
        case .policy(.overwrite): "o"
        case .policy(.resume): "r"
        case .policy(.keepBoth): "k"
        case .policy(.skip): "s"
        case .policy(.newerWins): "n"
        case .policy(.largerWins): "l"
        case .rename: "m"
        }
    }

    /// Whether it can replace what is there.
    var isGrave: Bool {
        switch self {
        case .policy(.overwrite), .policy(.resume), .policy(.newerWins), .policy(.largerWins): true
        case .policy, .rename: false
        }
    }

    /// What it does, as a choice.
    var sentence: String {
        switch self {
        case .policy(.ask): tr("Ask")
        case .policy(.overwrite): tr("Overwrite the target")
        case .policy(.resume): tr("Resume where the target ends")
        case .policy(.keepBoth): tr("Keep both; number the new file")
        case .policy(.skip): tr("Skip this file")
        case .policy(.newerWins): tr("Newer wins")
        case .policy(.largerWins): tr("Larger wins")
        case .rename: tr("Rename the new file…")
        }
    }
}

/// How far an answer can reach for one job, in the order in which the user is offered that.
struct AnswerReach {
    let all: [AnswerScope]
    private let job: Job

    init(_ job: Job, pattern: String) {
        self.job = job
        all = [.thisFile, .batch, .pattern(pattern)] + (job.answerPlace == nil ? [] : [.site])
    }

    /// What is offered at first for names like this one: those with the same extension.
    static func pattern(for job: Job) -> String {
        guard let target = job.target, let name = target.path.name else { return "*" }
        let text = name.text(on: target.site)
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex,
            text.index(after: dot) != text.endIndex
        else { return escaped(text) }
        return "*" + escaped(String(text[dot...]))
    }

    /// A name as a pattern that fits nothing else.
    private static func escaped(_ text: String) -> String {
        var pattern = ""
        for character in text {
            if "*?[\\ ,".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
        return pattern
    }

    /// The one behind this, or before it.
    func next(after scope: AnswerScope, by step: Int) -> AnswerScope {
        guard let index = all.firstIndex(of: scope) else { return .thisFile }
        return all[(index + step + all.count) % all.count]
    }

    func words(for scope: AnswerScope, _ titles: SiteTitles) -> String {
        switch scope {
        case .thisFile: return tr("this file only")
        case .batch: return tr("the whole batch")
        case .pattern(let pattern): return tr("\(VisibleText.make(pattern)) in this batch")
        case .site:
            guard let place = job.answerPlace else { return tr("this file only") }
            let site = titles.shownName(of: place.site)
            return switch place.way {
            case .from: tr("always, from \(site)")
            case .to: tr("always, to \(site)")
            }
        }
    }
}

extension SiteTitles {
    /// What the user calls a site; else who logs in where.
    func shownName(of site: Site) -> String {
        if let name = name(of: site) { return name }
        let host = VisibleText.make(site.host)
        return site.user.map { "\(VisibleText.make($0))@\(host)" } ?? host
    }
}
