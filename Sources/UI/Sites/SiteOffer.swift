import Terminal
import Words

/// What can be chosen while no site is known.
enum SiteOffer: CaseIterable, Hashable, Sendable {
    case demo, importing

    /// The one that a step leads to; nil is the box above them.
    static func after(_ offer: SiteOffer?, by rows: Int) -> SiteOffer? {
        let all = allCases
        let place = offer.flatMap { all.firstIndex(of: $0) } ?? -1
        let next = max(-1, min(all.count - 1, place + rows))
        return next < 0 ? nil : all[next]
    }

    /// A word, and what it does.
    var words: (name: String, text: String) {
        switch self {
        case .demo: (tr("Try it"), tr("Try the demo server, with sample files."))
        case .importing: (tr("Import"), tr("Import sites from other programs."))
        }
    }

    /// The row of the screen that it is on.
    func row(in list: Rect) -> Int {
        list.y + SiteOffer.firstRow + (self == .demo ? 0 : 1)
    }

    /// Rows above the first: how to connect.
    static let firstRow = 2
}
