import Files
import Terminal

@testable import UI

// What comes from the terminal.
extension Monkey {
    private static let keys: [Key] =
        "abcxyz019 *?[]./:~é漢".map { Key($0) }
        + [
            Key(.escape), Key(.enter), Key(.tab), Key(.tab, .shift), Key(.backspace), Key(.delete),
            Key(.left), Key(.right), Key(.up), Key(.down), Key(.home), Key(.end), Key(.pageUp),
            Key(.pageDown), Key(.insert), Key(.function(13)), Key("w", .control), Key("x", .alt),
            Key("g", .control), Key("u", .control), Key("k", .control), Key(.up, .control),
        ]
    /// Keys that fields, options and lists of dialogs know.
    private static let dialogKeys: [Key] = [
        Key(.tab), Key(.tab), Key(.down), Key(.down), Key(.up), Key(" "), Key(.right), Key(.left),
        Key(.enter), Key(.enter), Key(.escape), Key("y"), Key("n"), Key(.backspace),
        Key(.pageDown), Key(.tab, .shift), Key(.end), Key("u", .control),
    ]
    private static let texts: [String] =
        Monkey.names + [
            "", "/", "/srv/www", "~/site", "ftp://deploy@web01/www", "sftp://me@web02",
            "https://x/y",
            "://", "ftp://", "*.txt", "[a", "?*?", "+10M", "-5K", "10M", "7d", "2026-11-20", "0644",
            "u+x,g-w", "7777", "99999", "1M", "08:00-18:00 500K", "{n}-{name}.{ext}", "s/a/b/",
            "GB18030", "EBCDIC-XYZ", "21", "65535", "70000", "a b  c", "two\nlines\n", "\t",
            "HTTP/1.1 200 OK\r\n\r\n", String(repeating: "漢", count: 5_000), "NOOP", "..", ".",
            "/home/me/site/../x", "pack", "pack.zip", "9999999999999999999", "-1", "true", "\u{7F}",
        ]

    /// A gesture: one event, or some that belong together.
    mutating func events() -> [Event] {
        switch number(0...99) {
        case 0..<6: Array(repeating: .key(Key(.escape)), count: number(1...8))
        case 6..<22: [.key(Monkey.keys.randomElement(using: &random) ?? Key("x"))]
        case 22..<57: shortcut()
        case 57..<62: fromPalette()
        case 62..<74: inDialog()
        case 74..<78: typed()
        case 78..<81: [.paste(Monkey.texts.randomElement(using: &random) ?? "")]
        case 81..<97: mouse()
        case 97..<98: [.background(chance(50) ? .dark : .light)]
        default: [.resize(size())]
        }
    }

    /// All keys of something that is bound here, or anywhere.
    private mutating func shortcut() -> [Event] {
        let keymap = stage.model.keymap
        let context = stage.model.workspace.context
        let isHere = chance(80)
        let some = keymap.bindings.filter { binding in
            !isHere || binding.context == context || binding.context == .everywhere
        }
        return (some.randomElement(using: &random)?.keys ?? []).map { .key($0) }
    }

    /// Something by its title in the palette, which goes to the screen where it means something.
    private mutating func fromPalette() -> [Event] {
        guard let action = Action.allCases.randomElement(using: &random),
            let open = stage.model.keymap.bindings.first(where: { $0.action == .palette })
        else { return [] }
        let letters = action.title.prefix(chance(80) ? 60 : 3).map { Event.key(Key($0)) }
        return open.keys.map { .key($0) } + letters + [.key(Key(.enter))]
    }

    private mutating func inDialog() -> [Event] {
        (0..<number(1...6)).map { _ in
            .key(Monkey.dialogKeys.randomElement(using: &random) ?? Key(.tab))
        }
    }

    /// A text, letter by letter, and perhaps Enter.
    private mutating func typed() -> [Event] {
        let text = Monkey.texts.randomElement(using: &random) ?? ""
        let letters = text.prefix(24).filter { !$0.isNewline && $0 != "\t" }
        return letters.map { .key(Key($0)) } + (chance(60) ? [.key(Key(.enter))] : [])
    }

    private mutating func mouse() -> [Event] {
        let buttons: [Event.MouseButton] = [
            .left, .left, .left, .right, .middle, .wheelUp, .wheelDown,
        ]
        let size = stage.model.size
        let point = Point(x: number(-3...size.width + 3), y: number(-3...size.height + 3))
        let press = Event.mouse(
            buttons.randomElement(using: &random) ?? .left, point, isPress: chance(85),
            modifiers: chance(10) ? .control : [])
        return chance(30) ? [press, press] : [press]
    }

    /// Mostly one on which something can be seen.
    private mutating func size() -> Size {
        switch number(0...9) {
        case 0: Size(width: number(-1...300), height: number(-1...100))
        case 1...3: Size(width: number(60...80), height: number(16...24))
        default: Size(width: number(60...160), height: number(16...50))
        }
    }
}
