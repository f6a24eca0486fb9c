import Files
import Jobs
import Terminal

extension Model {

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
