import Foundation

/// A text of the sources that a user can read, and what is wrong with it.
struct UserText {
    let text: String

    /// Nil where it is no text for people: fewer than three words, or something for machines.
    init?(_ literal: String) {
        let words = UserText.words(literal)
        guard words.count >= 3, literal.contains(" "), !UserText.isForMachines(literal) else {
            return nil
        }
        text = literal
    }

    /// Words that only Ferry's own sources use so, or that are other words for one of its terms.
    ///
    /// Each is a regular expression; capitals do not count.
    static let privateWords = [
        // A partial file, a temporary file, a range or a component.
        #"\bparts?\b"#,
        // A connection or a thread.
        #"\blanes?\b"#, #"\bworkers?\b"#,
        #"\b(stands?|stood)\b"#, #"\bbears?\b"#, #"\blook(s|ed|ing)? (on|at)\b"#,
        #"\b(am|is|are|was|were|be|been) told\b"#, #"\btells? (no|not)\b"#, #"\bnot tell\b"#,
        #"\bto be had\b"#, #"\bgone on with\b"#,
        // Space on a disk.
        #"\broom\b"#,
        // Not encrypted.
        #"\bin clear\b"#,
        // A space.
        #"\bblanks?\b"#,
        // A partial file.
        #"\bunfinished files?\b"#, #"\bwhat was begun\b"#,
        // Skipped, or not imported.
        #"\bleft out\b"#,
        // To resume or continue; to delete; to cancel or disconnect; again.
        #"\b(goes|going|gone) on\b"#, #"\bthrows? (it |them )?away\b"#,
        #"\bbr(eak|eaks|oke|oken) (it |them )?off\b"#, #"\banew\b"#,
        #"\b(exists|(is|are) there) already\b"#, #"\bany more\.$"#, #"\bgiven up\b"#,
        #"\bnowhere on\b"#, #"\bvouched\b"#, #"\bis none that\b"#, #"\bnames no\b"#,
        #"(^|\s)(?!there\b)\S+ (is|are) no (directory|file|files|host|list|path|port|time|URL)\b"#,
        #"\bwhoever\b"#, #"\bfell silent\b"#, #"\bsee to\b"#, #"\bwas asked to\b"#,
        #"\bnobody is here\b"#, #"\bmakes its own way\b"#, #"\bgiven its (mode|time|name)\b"#,
    ]

    /// Those that `text` has.
    static func privateWords(in text: String) throws -> [Substring] {
        // The command is called so.
        let checked = text.replacing("ferry parts", with: "")
        return try privateWords.compactMap { pattern in
            checked.firstMatch(of: try Regex(pattern).ignoresCase()).map { checked[$0.range] }
        }
    }

    /// The most words of a sentence, without what is put into it.
    static let longest = 22

    /// What is wrong with it, a phrase for each.
    func faults() throws -> [String] {
        var faults: [String] = []
        for word in try UserText.privateWords(in: text) {
            faults.append("has the private word '\(word)'")
        }
        for sentence in UserText.sentences(text) {
            let count = UserText.words(sentence).count
            if count > UserText.longest { faults.append("has a sentence of \(count) words") }
        }
        if hasInnerStop, !hasEnd {
            faults.append("has no full stop at its end, though it has one before")
        }
        if beginsSmall { faults.append("is a sentence that begins with a small letter") }
        if isGlued { faults.append("is put together from two halves at a colon") }
        return faults
    }

    /// Names of programs, files and schemes, which keep their small letters.
    private static let names: Set<Substring> = [
        "ferry", "file", "rclone", "sftp", "ssh", "stdin", "systemd",
    ]

    /// Whether it ends as a sentence and does not begin as one.
    private var beginsSmall: Bool {
        guard text.first?.isLowercase == true, text.last == "." else { return false }
        return !UserText.names.contains(text.prefix { $0.isLetter })
    }

    /// Whether it says that something failed, and takes the reason from elsewhere as its second
    /// half: a reason is a sentence, and others' words stand in brackets.
    private var isGlued: Bool {
        let halves =
            "(cannot|could not|did not|failed|is not|was not|broke)[^.:;]*: "
            + "\(SwiftLiterals.mark)[.;]?$"
        guard let pattern = try? Regex(halves) else { return true }
        // What was skipped for a reason is listed so.
        return text.contains(pattern) && !text.contains("because")
    }

    /// Whether a sentence ends in it and another one follows.
    private var hasInnerStop: Bool {
        text.ranges(of: ". ").contains { text[$0.upperBound...].first?.isUppercase == true }
    }

    /// Whether it ends as a sentence does, or goes on with what is put behind it.
    private var hasEnd: Bool {
        guard let last = text.last(where: { $0 != "\n" }) else { return true }
        return ".?!:…) \(SwiftLiterals.mark)".contains(last)
    }

    /// Runs of letters that stand alone or with their punctuation.
    private static func words(_ text: some StringProtocol) -> [Substring] {
        Substring(text).split(whereSeparator: \.isWhitespace).filter { word in
            word.contains(where: \.isLetter) && !word.contains("/") && !word.contains("=")
        }
    }

    private static func sentences(_ text: String) -> [Substring] {
        var sentences: [Substring] = []
        var start = text.startIndex
        var isEnding = false
        for index in text.indices {
            let character = text[index]
            if isEnding, character.isWhitespace {
                sentences.append(text[start..<index])
                start = index
            }
            isEnding = ".?!:".contains(character) || (isEnding && ")'\"”".contains(character))
            if character == "\n" { isEnding = true }
        }
        if text[start...].contains(where: \.isLetter) { sentences.append(text[start...]) }
        return sentences
    }

    /// SQL, lines of protocols, markup, style sheets and scripts.
    private static func isForMachines(_ text: String) -> Bool {
        let first = text.prefix { $0.isLetter }
        if sqlVerbs.contains(String(first)) { return true }
        if text.contains("\r") { return true }
        let isMarkup = text.contains("</") || text.contains("/>") || text.hasPrefix("<")
        let isScript = ["$(", "\"$", "2>", "};", ";\n", "fi\n", "); ", "d=-delete"].contains {
            text.contains($0)
        }
        return isMarkup || isScript
    }

    private static let sqlVerbs: Set<String> = [
        "ALTER", "BEGIN", "CREATE", "DELETE", "DROP", "INSERT", "PRAGMA", "SELECT", "UPDATE",
        "WITH",
    ]
}
