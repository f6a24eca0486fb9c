import Files
import Jobs
import Terminal

extension Model {
    mutating func openQueue() -> [Effect] { [] }
    mutating func interceptInQueue(_ key: Key) -> [Effect]? { nil }
    mutating func performInQueue(_ action: Action) -> [Effect]? { nil }
    mutating func pasteInQueue(_ text: String) -> [Effect] { [] }
    mutating func takeMouseInQueue(_ mouse: Mouse) -> [Effect] { [] }
    func drawQueue(into frame: inout Frame) {}

    mutating func openLog() -> [Effect] { [] }
    mutating func interceptInLog(_ key: Key) -> [Effect]? { nil }
    mutating func performInLog(_ action: Action) -> [Effect]? { nil }
    mutating func pasteInLog(_ text: String) -> [Effect] { [] }
    mutating func takeMouseInLog(_ mouse: Mouse) -> [Effect] { [] }
    func drawLog(into frame: inout Frame) {}

    mutating func openSites() -> [Effect] { [] }
    mutating func takeSites(_ choices: [SiteChoice]) -> [Effect] { [] }
    mutating func interceptInSites(_ key: Key) -> [Effect]? { nil }
    mutating func performInSites(_ action: Action) -> [Effect]? { nil }
    mutating func pasteInSites(_ text: String) -> [Effect] { [] }
    mutating func takeMouseInSites(_ mouse: Mouse) -> [Effect] { [] }
    func drawSites(into frame: inout Frame) {}

    mutating func openHelp(from screen: Screen) -> [Effect] { [] }
    mutating func interceptInHelp(_ key: Key) -> [Effect]? { nil }
    mutating func performInHelp(_ action: Action) -> [Effect]? { nil }
    mutating func pasteInHelp(_ text: String) -> [Effect] { [] }
    mutating func takeMouseInHelp(_ mouse: Mouse) -> [Effect] { [] }
    func drawHelp(into frame: inout Frame) {}

    mutating func openViewer(_ entry: Entry, at location: Location) -> [Effect] { [] }
    mutating func closeViewer() -> [Effect] { [] }
    mutating func takeChunk(
        _ request: RequestID, _ result: Result<Chunk, FileSystemError>
    ) -> [Effect] { [] }
    mutating func interceptInViewer(_ key: Key) -> [Effect]? { nil }
    mutating func performInViewer(_ action: Action) -> [Effect]? { nil }
    mutating func pasteInViewer(_ text: String) -> [Effect] { [] }
    mutating func takeMouseInViewer(_ mouse: Mouse) -> [Effect] { [] }
    func drawViewer(into frame: inout Frame) {}

    mutating func openPalette() -> [Effect] { [] }
    mutating func takeKeyInPalette(_ key: Key) -> [Effect] { [] }
    mutating func takeMouseInPalette(_ mouse: Mouse) -> [Effect] { [] }
    func drawPalette(into frame: inout Frame) {}
    mutating func pasteInPalette(_ text: String) -> [Effect] { [] }
    mutating func takeReply(
        _ request: RequestID, _ result: Result<[String], FileSystemError>
    ) -> [Effect] { [] }

    mutating func openMenu() -> [Effect] { [] }
    mutating func takeKeyInMenu(_ key: Key) -> [Effect] { [] }
    mutating func takeMouseInMenu(_ mouse: Mouse) -> [Effect] { [] }
    func drawMenu(into frame: inout Frame) {}
}
