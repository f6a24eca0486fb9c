import Terminal

/// Where the rows of a plan are on the screen, for drawing and for the mouse.
struct PlanLayout {
    static let tabRow = 1
    /// Columns before the path: the tick, the direction and what is done.
    static let tickStart = 1
    static let signStart = 5

    /// The rows.
    let list: Rect
    /// Below them: a rule, the path, two lines for the reason, and the totals.
    let rule: Int
    let pathStart: Int
    let pathWidth: Int
    let sizeStart: Int
    let reasonStart: Int
    let reasonWidth: Int

    init(size: Size, isMirror: Bool) {
        let height = max(1, size.height - 2 - 5 - 2)
        list = Rect(x: 0, y: 2, width: size.width, height: height)
        rule = 2 + height
        pathStart = PlanLayout.signStart + (isMirror ? 2 : 4)
        // The size with a blank on either side, and one at the end.
        let room = max(2, size.width - pathStart - 9)
        reasonWidth = room * 2 / 5
        pathWidth = room - reasonWidth
        sizeStart = pathStart + pathWidth + 1
        reasonStart = sizeStart + 7
    }

    /// The tabs' texts and columns; short words where long ones do not fit.
    static func tabs(
        _ counts: [Int], _ shown: PlanTab, width: Int
    ) -> [(tab: PlanTab, x: Int, text: String)] {
        func label(_ tab: PlanTab, _ title: String) -> String {
            let text = "\(title) \(count(counts[tab.rawValue]))"
            return tab == shown ? "[\(text)]" : " \(text) "
        }
        let long = PlanTab.allCases.map { label($0, $0.title) }
        let short = PlanTab.allCases.map { label($0, $0.shortTitle) }
        let fits = long.reduce(1) { $0 + CharacterWidth.of($1) } <= width
        var x = 1
        return zip(PlanTab.allCases, fits ? long : short).map { tab, text in
            defer { x += CharacterWidth.of(text) }
            return (tab, x, text)
        }
    }

    /// `999`, `12k`, `3M`: rows, by the thousand.
    private static func count(_ number: Int) -> String {
        if number < 10_000 { return String(number) }
        return number < 1_000_000 ? "\(number / 1_000)k" : "\(number / 1_000_000)M"
    }
}
