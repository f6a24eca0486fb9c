import Jobs
import Terminal
import Words

/// Where the queue's screen has what, for drawing and for the mouse.
struct QueueLayout {
    /// Rows of the list, below its header.
    let list: Rect
    /// Rows of the selected job's story, below its rule.
    let story: Rect
    /// Columns of the job's name, and of its target (0 where there is no room).
    let nameWidth: Int
    let targetWidth: Int

    /// The column of the direction: a blank, the state and a blank are left of it. The longest word of a
    /// state takes the margin.
    static let markStart = 1 + JobWord.columns
    /// Columns left of the name: those, the direction, a blank.
    static let nameStart = markStart + 2
    /// Columns right of the target: size, percent, speed, time left, tries, a blank.
    static let numbersWidth = 32

    init(size: Size) {
        let storyHeight = size.height < 20 ? 3 : size.height < 36 ? 5 : 8
        let listHeight = max(1, size.height - 3 - 1 - storyHeight - 2)
        list = Rect(x: 0, y: 3, width: size.width, height: listHeight)
        story = Rect(
            x: 1, y: 3 + listHeight + 1, width: max(1, size.width - 2), height: storyHeight)
        let room = max(1, size.width - QueueLayout.nameStart - QueueLayout.numbersWidth)
        targetWidth = room >= 34 ? room * 2 / 5 : 0
        nameWidth = max(1, room - (targetWidth > 0 ? targetWidth + 1 : 0))
    }

    /// The tabs' texts and columns; short words where long ones do not fit.
    static func tabs(
        of queue: QueueState, _ shown: QueueState.Tab, width: Int
    ) -> [(tab: QueueState.Tab, x: Int, text: String)] {
        let counts = QueueState.Tab.allCases.map { count(queue.total(of: $0)) }
        let long = zip(QueueState.Tab.allCases, counts).map { "\($0.title) \($1)" }
        let short = zip(QueueState.Tab.allCases, counts).map { "\($0.shortTitle) \($1)" }
        let fits = long.reduce(1) { $0 + CharacterWidth.of($1) + 2 } <= width
        var x = 1
        var result: [(tab: QueueState.Tab, x: Int, text: String)] = []
        for (tab, text) in zip(QueueState.Tab.allCases, fits ? long : short) {
            let label = tab == shown ? "[\(text)]" : " \(text) "
            result.append((tab, x, label))
            x += CharacterWidth.of(label)
        }
        return result
    }

    /// `999`, `12k`, `3M`: jobs, by the thousand.
    private static func count(_ number: Int) -> String {
        if number < 10_000 { return String(number) }
        return number < 1_000_000 ? "\(number / 1_000)k" : "\(number / 1_000_000)M"
    }
}

extension QueueState.Tab {
    /// Its word.
    package var title: String {
        switch self {
        case .all: tr("All")
        case .active: tr("Active")
        case .waiting: tr("Waiting")
        case .needsYou: tr("Needs you")
        case .failed: tr("Failed")
        case .done: tr("Done")
        }
    }

    /// For a narrow screen.
    var shortTitle: String {
        switch self {
        case .all: tr("All")
        case .active: tr("Act", meaning: "a tab, in short")
        case .waiting: tr("Wait", meaning: "a tab, in short")
        case .needsYou: tr("Ask", meaning: "a tab, in short")
        case .failed: tr("Fail", meaning: "a tab, in short")
        case .done: tr("Done")
        }
    }
}
