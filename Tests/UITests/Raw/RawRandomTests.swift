import Files
import Support
import Terminal
import Testing

@testable import UI

@Suite("The screen of raw exchanges under any keys, sizes and replies")
struct RawRandomTests {
    private static let keys =
        "up down left right home end ctrl-home ctrl-end pageup pagedown enter escape tab backspace "
        + "delete f1 f4 f5 f6 f9 f10 ctrl-u ctrl-k ctrl-a ctrl-e a G g r q s : ? L x 漢 é /"

    /// A reply that may follow any other.
    private func reply(_ random: inout SeededNumbers) -> RawReply? {
        let texts = [
            "", "\u{1B}[2J", String(repeating: "漢字", count: 300), "a\tb", "e\u{301}\u{301}",
        ]
        let text = texts.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return .remark(text)
        case 1: return .head([text, text], code: Int.random(in: 0...999, using: &random))
        case 2: return .progress(.random(in: 0 ... .max, using: &random))
        case 3:
            guard let name = Name("x.\u{202E}png") else { return nil }
            let isText = Bool.random(using: &random)
            return .body(
                RawBody(
                    number: .random(in: 0...3, using: &random), name: name,
                    size: .random(in: 0 ... .max, using: &random), mediaType: text,
                    text: isText ? Array((text + "\r\n" + text).utf8) + [0xFF, 0x00] : nil))
        case 4: return .trailer(text)
        case 5: return .saved(Path("/home/me/x"))
        default:
            return .ended(
                Bool.random(using: &random)
                    ? .success(()) : .failure(FileSystemError(.timeout, detail: text)))
        }
    }

    @Test("Every screen is drawn, and nothing that a server sends reaches it", arguments: 1...8)
    func random(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var screen = FullScreen()
        if Bool.random(using: &random) {
            screen.model.right = Pane(
                site: Site(scheme: .https, host: "web01"), path: Path("/a b"))
        }
        screen.model.focus = .right
        let keys = Self.keys.split(separator: " ").map(String.init)
        for _ in 0..<600 {
            if screen.model.screen == .main { screen.press("escape g r") }
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                screen.resize(
                    Int.random(in: 1...160, using: &random), Int.random(in: 1...60, using: &random))
            case 1, 2:
                if let reply = reply(&random), let id = screen.model.raw?.exchange {
                    _ = screen.model.update(.raw(id, reply))
                } else if let id = screen.model.raw?.awaited {
                    _ = screen.model.update(
                        .replied(id, .success(["211-x", "\u{1B}[2J", "211 y"])))
                }
            case 3:
                screen.click(
                    Int.random(in: 0...160, using: &random), Int.random(in: 0...60, using: &random))
            case 4:
                _ = screen.model.update(.terminal(.paste("http://h/\nGET /\u{7F}\r\n\t漢")))
            default:
                screen.press(keys.randomElement(using: &random) ?? "up")
            }
            let frame = screen.model.view()
            for line in frame.lines {
                let isClean = line.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E
                }
                guard isClean else {
                    Issue.record("a control reaches the screen: \(line)")
                    return
                }
            }
            if let cursor = frame.cursor {
                let isInside =
                    (0..<frame.size.width).contains(cursor.x)
                    && (0..<frame.size.height).contains(cursor.y)
                #expect(isInside, "the cursor is at \(cursor) of \(frame.size)")
            }
        }
    }
}
