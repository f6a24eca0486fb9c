import Jobs
import Terminal
import Words

/// All that is known of one job, over the whole screen, as far as the user has scrolled it.
struct JobDetailsPage: Sendable {
    /// What becomes of the page after an action.
    enum Step: Sendable {
        case stays, closes
    }

    /// Whose details they are.
    let job: JobID
    /// How far they are scrolled.
    private(set) var text = TextScroll()

    static let hints = [
        KeyHint(.cancel, tr("back")), KeyHint(.jobPause, tr("pause")),
        KeyHint(.jobRetry, tr("retry")), KeyHint(.jobPolicy, tr("policy")),
        KeyHint(.jobLimit, tr("limit")), KeyHint(.jobCancel, tr("cancel")),
    ]

    /// The first line, and nothing scrolled yet.
    init(_ job: JobID) {
        self.job = job
    }

    /// Scrolls, or leaves the page; nil for an action on the job itself.
    mutating func perform(_ action: Action, _ workspace: Workspace) -> Step? {
        guard let job = workspace.queue[job] else { return nil }
        let height = workspace.screenBody.height
        let count = JobDetails(job, workspace).lines.count
        // Half a page is not worth a difference here.
        let scrolling: Action =
            switch action {
            case .halfUp: .pageUp
            case .halfDown: .pageDown
            default: action
            }
        if text.scroll(scrolling, count: count, height: height) { return .stays }
        return switch action {
        case .cancel, .enter, .jobDetails: .closes
        case .nextTab, .previousTab, .openFolder, .closeFolder: .stays
        default: nil
        }
    }

    /// The wheel scrolls.
    func take(_ mouse: Mouse) -> Outcome {
        switch mouse.button {
        case .wheelUp: .perform(.up)
        case .wheelDown: .perform(.down)
        default: .nothing
        }
    }

    /// Draws them, above the screen's foot.
    func draw(_ job: Job, _ workspace: Workspace, into frame: inout Frame) {
        JobDetails(job, workspace).draw(from: text.top, workspace, into: &frame)
    }
}
