import CNcurses
import Terminal

/// The sequences that terminfo has for the terminal's keys.
enum TerminalKeys {
    private static let names: [(String, Key)] = {
        var names: [(String, Key)] = [
            ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)),
            ("kcuf1", Key(.right)), ("khome", Key(.home)), ("kend", Key(.end)),
            ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)), ("kich1", Key(.insert)),
            ("kdch1", Key(.delete)), ("kcbt", Key(.tab, .shift)), ("kent", Key(.enter)),
            ("kbs", Key(.backspace)),
        ]
        for number in 1...24 { names.append(("kf\(number)", Key(.function(number)))) }
        return names
    }()

    /// Only what starts with ESC: single controls mean the same everywhere.
    static func read() -> SpecialKeys {
        var keys = SpecialKeys()
        for (name, key) in names {
            let sequence = Array(TerminalModes.capability(name).utf8)
            if sequence.count >= 2, sequence.first == 0x1B { keys.add(sequence, key) }
        }
        return keys
    }
}
