package import Files
import Jobs
import Terminal

extension Model {
    mutating func tick() -> [Effect] { [] }
    mutating func takeListing(
        _ request: RequestID, _ result: Result<Listing, FileSystemError>
    ) -> [Effect] { [] }
    mutating func noteListing(_ request: RequestID, count: Int) {}
    mutating func takeOrder(_ request: RequestID, _ order: [UInt32]) {}
    mutating func detach(_ side: Side, reason: String) {}
    mutating func noteReplies(_ exchanges: [Exchange]) {}
    mutating func takeQueue(_ change: QueueChange) -> [Effect] {
        queue.apply(change)
        return []
    }
    mutating func takeTally(_ request: RequestID, _ tally: Tally, isFinal: Bool) {}
    mutating func takeFinished(
        _ request: RequestID, _ result: Result<Void, FileSystemError>
    ) -> [Effect] { [] }
    mutating func askPassword(_ request: RequestID, _ site: Site, detail: String?) {}
    mutating func keepCursorsVisible() {}
    func keyBarAction(at point: Point) -> Action? { nil }
    mutating func interceptInPane(_ key: Key) -> [Effect]? { nil }
    mutating func performInPane(_ action: Action) -> [Effect]? { nil }
    mutating func takeUnbound(_ key: Key) -> [Effect] { [] }
    mutating func pasteInPane(_ text: String) -> [Effect] { [] }
    mutating func takeMouseInPane(_ mouse: Mouse) -> [Effect] { [] }
    mutating func answerNext() -> [Effect] { [] }
    mutating func askToQuit() -> [Effect] { [.quit] }
    mutating func takeKeyInDialog(_ key: Key) -> [Effect] { [] }
    mutating func pasteInDialog(_ text: String) -> [Effect] { [] }
    mutating func takeMouseInDialog(_ mouse: Mouse) -> [Effect] { [] }
    /// Asks what to do about a job whose target exists.
    mutating func openConflict(_ id: JobID) -> [Effect] { [] }
    /// Goes to a directory with a pane: the way for the sites screen and for the start.
    package mutating func open(_ side: Side, _ site: Site, _ path: Path?) -> [Effect] { [] }
    /// Goes to a path or a URL that was typed, relative to the focused pane; the refusal, if any.
    mutating func go(to text: String) -> (effects: [Effect], refusal: String?) { ([], nil) }
    func drawMain(into frame: inout Frame) {}
    func drawDialog(_ dialog: Dialog, into frame: inout Frame) {}
}
