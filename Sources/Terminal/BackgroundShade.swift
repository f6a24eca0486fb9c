/// Whether a terminal's background is dark or light, as it tells itself.
package enum BackgroundShade: Hashable, Sendable {
    case dark, light

    /// By the text of an answer to `OSC 11 ; ?` without its introducer and its end: `11;rgb:RR/GG/BB`,
    /// `rgba:` with a fourth number, or `#rrggbb`, of one to four hexadecimal digits each. Nil for
    /// anything else.
    package init?(answer: some Collection<UInt8>) {
        guard let text = String(validating: answer, as: UTF8.self), text.hasPrefix("11;") else {
            return nil
        }
        self.init(colour: text.dropFirst(3))
    }

    /// By the variable COLORFGBG (`15;0`, `0;default;15`): the last is the background's number. Nil
    /// where it tells nothing.
    package init?(colorfgbg text: String) {
        guard let last = text.split(separator: ";").last, text.contains(";"),
            let number = Int(last), (0..<16).contains(number)
        else { return nil }
        self = number == 7 || number > 8 ? .light : .dark
    }

    private init?(colour text: Substring) {
        let channels: [Substring]
        if text.first == "#" {
            let digits = text.dropFirst()
            let width = digits.count / 3
            guard digits.count == 3 * width else { return nil }
            channels = (0..<3).map { digits.dropFirst($0 * width).prefix(width) }
        } else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let count = parts[0] == "rgb" ? 3 : parts[0] == "rgba" ? 4 : 0
            channels = parts[1].split(separator: "/", omittingEmptySubsequences: false)
            guard channels.count == count else { return nil }
        }
        let values = channels.compactMap(BackgroundShade.channel)
        guard values.count == channels.count, values.count >= 3 else { return nil }
        // How bright the eye takes it for (ITU-R BT.601).
        let brightness = 0.299 * values[0] + 0.587 * values[1] + 0.114 * values[2]
        self = brightness > 0.5 ? .light : .dark
    }

    /// One to four hexadecimal digits as 0…1.
    private static func channel(_ digits: Substring) -> Double? {
        guard (1...4).contains(digits.utf8.count),
            digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let number = Int(digits, radix: 16)
        else { return nil }
        return Double(number) / Double((1 << (4 * digits.count)) - 1)
    }
}
