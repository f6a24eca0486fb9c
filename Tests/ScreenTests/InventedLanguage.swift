import Foundation
import Support

/// A language in which each text is the English one in other letters, so that a word in English ones was
/// said without a catalogue.
struct InventedLanguage {
    /// Its locale; there is none of that name.
    static let locale = "xx_XX.UTF-8"

    /// Puts it among the languages of the user of a folder.
    static func install(in folder: TemporaryFolder) throws {
        for name in ["config", "config/ferry", "config/ferry/languages"] {
            try folder.makeFolder(name)
        }
        try folder.write(try catalogue(), to: "config/ferry/languages/xx_XX.po")
    }

    /// A text in that language: Cyrillic letters instead of Latin ones, but for places and code.
    static func say(_ text: String) -> String {
        var said = ""
        var isCode = false
        var isPlace = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "`": isCode.toggle()
            case "{", "}": isPlace = scalar == "{"
            default: break
            }
            let isKept = isCode || isPlace || isEscaped
            isEscaped = scalar == "\\" && !isEscaped
            let shifted: UInt32? =
                switch scalar {
                case "a"..."z": scalar.value - 0x61 + 0x430
                case "A"..."Z": scalar.value - 0x41 + 0x410
                default: nil
                }
            let other = isKept ? nil : shifted.flatMap(Unicode.Scalar.init)
            said.unicodeScalars.append(other ?? scalar)
        }
        return said
    }

    /// Made of another one, which has all texts.
    private static func catalogue() throws -> String {
        let other = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Words/Languages/zh_CN.po")
        var lines = [
            #"msgid """#, #"msgstr """#, #""Plural-Forms: nplurals=2; plural=(n != 1);\n""#, "",
        ]
        var names: [String] = []
        let entries = try String(contentsOf: other, encoding: .utf8).components(separatedBy: "\n\n")
        for line in entries.dropFirst().joined(separator: "\n\n").split(separator: "\n") {
            let text = line.drop { $0 != "\"" }
            if line.hasPrefix("msgctxt ") {
                lines.append(String(line))
            } else if line.hasPrefix("msgid") {
                if !line.hasPrefix("msgid_plural") { names = [] }
                names.append(String(text))
                lines.append(String(line))
            } else if line.hasPrefix("msgstr ") {
                lines += names.map { "msgstr \(say($0))" }
            } else if line.hasPrefix("msgstr[0]") {
                lines += names.enumerated().map { "msgstr[\($0)] \(say($1))" }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
